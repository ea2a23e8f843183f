import { z } from 'zod';
import { activeFlag, choice, hinted, image, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';
import { webAddress } from './links.ts';
import { socialSites } from './social.ts';

/** Heading of the team (specification, section 3: Team master). */
export const teamHeading = heading('background');

/** One member of the team. */
export const teamMember = z.object({
  firstName: line('First Name', 80),
  lastName: line('Last Name', 80),
  designation: hinted(line('Designation', 120), 'Role or job title'),
  description: paragraph('Description', 1000),
  photo: image('Profile Photo', imageSlots.memberPhoto),
  isActive: activeFlag(),
});

/** One social link of a member. */
export const memberSocialLink = z.object({
  site: choice('Social Site', socialSites),
  link: webAddress('Social Link'),
  isActive: activeFlag(),
});
