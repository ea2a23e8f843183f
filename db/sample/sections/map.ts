import type { z } from 'zod';
import type { map as mapSchema } from '../../../contract/map.ts';
import { maps } from '../../schema/map.ts';
import type { SampleSection } from '../section.ts';

const content: z.output<typeof mapSchema> = {
  embed: 'https://www.google.com/maps?q=54.4886,-0.6134&z=15&output=embed',
  isActive: true,
};

export const sample: SampleSection = (tx) => [tx.insert(maps).values(content)];
