import { z } from 'zod';
import { activeFlag, choice, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the feature icons (specification, section 3: Feature). */
export const featureHeading = heading('wideBackground');

/** Icons of a feature (specification, section 3: Feature detail). */
export const featureIcons = [
  'uk-icon-thumbs-o-up',
  'uk-icon-line-chart',
  'uk-icon-bar-chart-o',
  'uk-icon-clock-o',
] as const;

/** One feature. */
export const featureItem = z.object({
  name: line('Name', 120),
  description: paragraph('Description', 1000),
  icon: choice('Icon', featureIcons),
  isActive: activeFlag(),
});
