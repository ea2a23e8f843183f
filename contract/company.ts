import { z } from 'zod';
import { activeFlag, choice, color, digits, email, fieldInfo, hinted, image, line, timeZone } from './fields.ts';
import { imageSlots } from './images.ts';
import { webAddress } from './links.ts';
import { socialSites } from './social.ts';
import { cornerStyles, densities, typefaces } from './theme.ts';

/** The company itself (specification, sections 3 and 5: Company). */
export const company = z.object({
  name: line('Name', 120),
  address: line('Address', 300),
  email: hinted(email(), 'Messages of the contact form arrive here'),
  city: line('City', 120),
  zip: digits('Zip', 12),
  contactNumber: digits('Contact Number', 16, true),
  copyrightText: hinted(line('Copyright Text', 300), 'The last line of the page'),
  logo: image('Logo', imageSlots.companyLogo),
  darkLogo: hinted(
    image('Logo on dark grounds', imageSlots.companyLogo),
    'For the header over the picture, the footer and the dark scheme. Without it, the logo is on a light plate there.',
  ),
  accentColor: hinted(
    color('Accent Colour'),
    'For buttons, accents and links of the page, in readable shades. Leave empty for the default.',
  ),
  secondColor: hinted(
    color('Second Colour'),
    'For ribbons, badges, lines and marks, in readable shades. Leave empty for the default.',
  ),
  typeface: choice('Typefaces', typefaces)
    .optional()
    .register(fieldInfo, { label: 'Typefaces', hint: 'Headings and text of the page' }),
  corners: choice('Corners', cornerStyles)
    .optional()
    .register(fieldInfo, { label: 'Corners', hint: 'Cards, buttons and pictures' }),
  density: choice('Density', densities)
    .optional()
    .register(fieldInfo, { label: 'Density', hint: 'Space between and within sections' }),
  timeZone: hinted(timeZone('Time Zone'), 'Times in alarms and on the status page are in this zone.'),
  isActive: activeFlag(),
});

/** One of the company's social links, shown in the footer. */
export const companySocialLink = z.object({
  site: choice('Social Site', socialSites),
  link: hinted(webAddress('Link Text'), 'The address of your profile on that site'),
  // Only link and site are required (specification, section 5).
  isActive: activeFlag().default(true),
});
