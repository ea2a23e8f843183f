import { z } from 'zod';
import { choice, color, digits, email, fieldInfo, flag, image, line, timeZone } from './fields.ts';
import { imageSlots } from './images.ts';
import { webAddress } from './links.ts';
import { socialSites } from './social.ts';
import { cornerStyles, densities, typefaces } from './theme.ts';

/** The company itself (specification, sections 3 and 5: Company). */
export const company = z.object({
  name: line('Name', 120),
  address: line('Address', 300),
  email: email(),
  city: line('City', 120),
  zip: digits('Zip', 12),
  contactNumber: digits('Contact Number', 16, true),
  copyrightText: line('Copyright Text', 300),
  logo: image('Logo', imageSlots.companyLogo),
  darkLogo: image('Logo on dark grounds', imageSlots.companyLogo),
  accentColor: color('Accent Colour'),
  secondColor: color('Second Colour'),
  typeface: choice('Typefaces', typefaces).optional().register(fieldInfo, { label: 'Typefaces' }),
  corners: choice('Corners', cornerStyles).optional().register(fieldInfo, { label: 'Corners' }),
  density: choice('Density', densities).optional().register(fieldInfo, { label: 'Density' }),
  timeZone: timeZone('Time Zone'),
  isActive: flag(),
});

/** One of the company's social links, shown in the footer. */
export const companySocialLink = z.object({
  site: choice('Social Site', socialSites),
  link: webAddress('Link Text'),
  // Only link and site are required (specification, section 5).
  isActive: flag().default(true).register(fieldInfo, { label: 'IsActive' }),
});
