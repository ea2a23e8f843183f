import { z } from 'zod';
import { id, line } from './fields.ts';

/** An id of Trello: 24 hex digits. */
export function trelloId(label: string) {
  return z
    .string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })
    .regex(/^[0-9a-f]{24}$/i, `${label} must be 24 hexadecimal digits`)
    .toLowerCase();
}

/** A category of labels (specification, section 3: Label category). */
export const boardCategory = z.object({ name: line('Category Name', 120) });

/** Assigns a Trello label to a category. */
export const categoryLabel = z.object({ labelId: trelloId('The label'), categoryId: id });

/** Shares a board with the users of a telephony account. */
export const boardShare = z.object({ boardId: trelloId('BoardId'), telephonyClientId: id });

/** Seconds between scheduled syncs. */
export const syncSeconds = 15 * 60;
