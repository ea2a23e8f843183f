import { z } from 'zod';
import { id, line } from './fields.ts';

/** An id of Trello: 24 hex digits. */
export function trelloId(label: string) {
  return z
    .string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })
    .regex(/^[0-9a-f]{24}$/i, `${label} must be 24 hexadecimal digits`)
    .toLowerCase();
}

/** A category that labels are sorted into (specification, section 3: Label category). */
export const boardCategory = z.object({ name: line('Category Name', 120) });

/** Puts a Trello label into a category. */
export const categoryLabel = z.object({ labelId: trelloId('The label'), categoryId: id });

/** Seconds between two syncs that start by themselves. */
export const syncSeconds = 15 * 60;

/** Formats of the expense report. */
export const reportFormats = ['xlsx', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];
