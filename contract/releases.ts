import { z } from 'zod';
import { line, paragraph } from './fields.ts';

/**
 * State of a release. `open`: people edit it. `scheduled`: it will be published at its time, and people may still edit it.
 * `published`: visitors see it. `cancelled`: nobody edits or publishes it; it can be opened again.
 */
export const releaseStates = ['open', 'scheduled', 'published', 'cancelled'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** What a change of a release does to a row, or to a list. */
export const releaseActions = ['save', 'delete', 'reorder'] as const;

/** What the author of a release is notified of. */
export const releaseNotices = ['none', 'published', 'blocked'] as const;

/** A release's name, as the header shows it. */
export const releaseName = line('Name', 80);

/** A comment on a change of a release. */
export const releaseComment = paragraph('Comment', 2000);

/** Changes of one release. */
export const maxReleaseChanges = 5000;

/** How long a preview link works, in days. */
export const previewDays = 7;

/**
 * Why a change cannot be published without a decision: a field has changed on the live page since (`field`), a row that the release
 * deletes has changed (`changed`), a changed row was deleted live (`deleted`), the parent of a new row is gone (`parent`), or a
 * list has another order (`order`).
 */
export type ConflictKind = 'field' | 'changed' | 'deleted' | 'parent' | 'order';

/** When a release is to be published: an instant, or a local time in the zone; and the zone that the office thinks in. */
export const schedule = z.object({
  publishAt: z.string().max(40),
  timeZone: z.string().max(60),
});
