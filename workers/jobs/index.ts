import type { Job } from '../queue/queue.ts';
import { mailContactMessage } from './mail-contact-message.ts';
import { purgeSessions } from './purge-sessions.ts';
import { removeUnusedImages } from './remove-unused-images.ts';
import { sweepUnmailedMessages } from './sweep-unmailed-messages.ts';

/** Every job of the product. */
export const allJobs: readonly Job[] = [mailContactMessage, purgeSessions, removeUnusedImages, sweepUnmailedMessages];
