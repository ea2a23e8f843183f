import { z } from 'zod';
import { id, line } from './fields.ts';
import { findText } from './find.ts';
import { outcomes } from './message-outcomes.ts';
import { countLimit, pageSize } from './paging.ts';
import { logFilter } from './telephony.ts';

const instant = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-02T18:00:00Z' });

/** Filters of the log's screen: those of the specification, a period, and what became of the messages. */
export const logView = z.object({
  ...logFilter.shape,
  /** Start of the period, and its end, which does not belong to it. */
  since: instant.optional(),
  until: instant.optional(),
  outcome: z.enum(outcomes).optional(),
  direction: z.enum(['out', 'in']).optional(),
});
export type LogView = z.output<typeof logView>;

/** Sortable columns of the message log. */
const logSortColumns = [
  'createdOn',
  'fromNumber',
  'requestFrom',
  'toNumber',
  'accountSid',
  'messageSid',
  'status',
] as const;

/** One page of the log. */
export const logPage = z.object({
  ...logView.shape,
  page: z
    .int()
    .min(1)
    .max(countLimit / pageSize)
    .default(1),
  sort: z.enum(logSortColumns).default('createdOn'),
  isDescending: z.boolean().default(true),
});

/** Where a search of the log goes on: behind this message. */
const searchPlace = z.object({ at: z.iso.datetime(), id });

/** A search in every text of the log; `cursor` is the place where the answer before stopped. */
export const logTextSearch = z.object({ ...logView.shape, text: findText, cursor: searchPlace.nullish() });

/** A month such as 2026-03. */
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Month must be YYYY-MM');

/** Columns of the log that a person can hide. */
export const optionalColumns = ['requestFrom', 'accountSid', 'messageSid', 'createdOn', 'segments', 'price'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** Most views that a person can save. */
export const maxLogViews = 20;

/** The filters of the log's screen as its address has them. */
const addressValue = z.union([z.string().max(200), z.number(), z.boolean()]);

/** How a person has set up the log: hidden columns, and saved views with the filters of their address. */
export const logPreferences = z.object({
  hidden: z.array(z.enum(optionalColumns)).max(optionalColumns.length),
  views: z
    .array(
      z.object({
        name: line('Name', 60),
        search: z.record(z.string().max(30), addressValue).refine((search) => Object.keys(search).length <= 20),
      }),
    )
    .max(maxLogViews, `At most ${maxLogViews} views can be saved. Delete one first`),
});
export type LogPreferences = z.output<typeof logPreferences>;

/** The set-up of a person who has changed nothing. */
export const defaultLogPreferences: LogPreferences = { hidden: ['segments', 'price'], views: [] };
