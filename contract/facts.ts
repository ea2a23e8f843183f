import { z } from 'zod';
import { activeFlag, count, hinted, line } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the facts counters (specification, section 3: Facts master). */
export const factHeading = heading('wideBackground');

const figure = hinted(count('Count'), 'The page counts up to this number');

/** One counter. */
export const fact = z.object({ label: line('Label', 120), count: figure, isActive: activeFlag() });
