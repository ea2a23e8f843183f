import { z } from 'zod';
import { choice, flag, image, line, paragraph } from './fields.ts';
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
  designation: line('Designation', 120),
  description: paragraph('Description', 1000),
  photo: image('Profile Photo', imageSlots.memberPhoto),
  isActive: flag(),
});

/** One social link of a member. */
export const memberSocialLink = z.object({
  site: choice('Social Site', socialSites),
  link: webAddress('Social Link'),
  isActive: flag(),
});
