import { z } from 'zod';
import { flag, image } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';
import { video } from './video.ts';

/** Heading of the video presentation (specification, section 3: Video presentation master). */
export const presentationHeading = heading('background');

/** One video; the poster is shown until a visitor starts it. */
export const presentationVideo = z.object({
  link: video('Video Link'),
  poster: image('Picture', imageSlots.videoPoster),
  isActive: flag(),
});
