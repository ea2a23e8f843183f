import { z } from 'zod';
import { activeFlag, hinted, image } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';
import { video } from './video.ts';

/** Heading of the video presentation (specification, section 3: Video presentation master). */
export const presentationHeading = heading('background');

/** One video; the poster is shown until a visitor starts it. */
export const presentationVideo = z.object({
  link: hinted(video('Video Link'), 'A YouTube or Vimeo address or embed code, or an mp4 or webm file.'),
  poster: image('Picture', imageSlots.videoPoster),
  isActive: activeFlag(),
});
