import { z } from 'zod';
import { hash } from '../../contract/image-hash.ts';
import { defineJob } from '../queue/queue.ts';

/** Deletes pictures without a record that refers to them, and their variants. */
export const removeUnusedImages = defineJob({
  name: 'remove-unused-images',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 60 * 60,
});

/**
 * Draws what a picture lacks: its thumbhash, and the variants of `widths` (px) and of the records that have the picture.
 * Dedupe key: the hash.
 */
export const drawPicture = defineJob({
  name: 'draw-picture',
  data: z.object({ hash, widths: z.array(z.int()) }),
  retry: { attempts: 4, backoffSeconds: 15 },
});

/**
 * Draws what the pictures of records lack after an upgrade, a lost job, or a save into another slot. A picture whose drawing
 * fails gets its own job, which is parked in the end; the sweep leaves pictures with a job out.
 */
export const sweepPictures = defineJob({
  name: 'sweep-pictures',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 10 * 60,
});
