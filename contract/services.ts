import { z } from 'zod';
import { activeFlag, choice, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the services (specification, section 3: Service). */
export const serviceHeading = heading('servicesPicture');

/** Icons of a service (specification, section 3: Service detail); the last two are bundled white pictures. */
export const serviceIcons = [
  'uk-icon-html5',
  'uk-icon-signal',
  'uk-icon-photo',
  'uk-icon-trophy',
  'uk-icon-search',
  'uk-icon-lightbulb-o',
  '/icons/mobile-white.svg',
  '/icons/server-white.svg',
] as const;

/** One service. */
export const serviceItem = z.object({
  name: line('Title', 120),
  description: paragraph('Description', 1000),
  icon: choice('Icon', serviceIcons),
  isActive: activeFlag(),
});
