import { z } from 'zod';
import { activeFlag, choice, hinted, image, line, paragraph } from './fields.ts';
import { imageSlots } from './images.ts';
import { link } from './links.ts';
import { optionalVideo } from './video.ts';

/** The hero at the top of the page (specification, section 3: Dashboard). */
export const hero = z.object({
  title: line('Title', 160),
  subTitle: line('Sub Title', 400),
  description: paragraph('Description', 2000),
  videoLink: hinted(optionalVideo('Video Link'), 'May stay empty. A YouTube or Vimeo address, or an mp4 or webm file.'),
  logo: image('Logo', imageSlots.heroLogo),
  backgroundImage: image('Background Image', imageSlots.wideBackground),
  isActive: activeFlag(),
});

/** A button's colours (specification, section 9); the empty one is the secondary style. */
export const buttonColors = ['', 'green_button'] as const;

/** A button below the hero's text (specification, section 3: Dashboard button). */
export const heroButton = z.object({
  text: line('Title', 60),
  link: link('Link'),
  // Only title and link are required (specification, section 5).
  color: hinted(choice('Color', buttonColors), 'Green is for the button that matters most').default(''),
  isActive: activeFlag().default(true),
});
