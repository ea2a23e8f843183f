import type { z } from 'zod';
import type { menuItem } from '../../../contract/menu.ts';
import { menuItems } from '../../schema/menu.ts';
import { placed, type SampleSection } from '../section.ts';

const content: z.output<typeof menuItem>[] = [
  { text: 'Features', link: 'features', isActive: true },
  { text: 'Services', link: 'services', isActive: true },
  { text: 'Pricing', link: 'pricing', isActive: true },
  { text: 'Projects', link: 'projects', isActive: true },
  { text: 'Team', link: 'team', isActive: true },
  { text: 'Reviews', link: 'customers', isActive: true },
  { text: 'Contact', link: 'contact', isActive: true },
];

export const sample: SampleSection = (tx) => [tx.insert(menuItems).values(placed(content))];
