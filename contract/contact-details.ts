import { z } from 'zod';
import { activeFlag, choice, hinted, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the contact details (specification, section 3: Contact master); its background is PNG only (section 5). */
export const contactDetailsHeading = heading('contactBackground');

/** Icons of a contact line and their labels in the select (specification, section 2, Address Detail). */
export const contactIcons = ['uk-icon-map-marker', 'uk-icon-phone', 'uk-icon-envelope'] as const;
export const contactIconLabels: Record<(typeof contactIcons)[number], string> = {
  'uk-icon-map-marker': 'Map',
  'uk-icon-phone': 'Phone',
  'uk-icon-envelope': 'Email',
};

/** One line of the contact details. */
export const contactLine = z.object({
  name: hinted(line('Name', 120), 'Such as Office or Support'),
  description: hinted(paragraph('Description', 500), 'The address, number or e-mail itself'),
  icon: choice('Icon', contactIcons),
  isActive: activeFlag(),
});
