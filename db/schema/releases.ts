import { releaseActions, releaseNotices, releaseStates } from '../../contract/releases.ts';
import { choice, count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** Named sets of changes of the content that visitors do not see until they are published. */
export const releases = table(
  'releases',
  {
    id: id(),
    name: text().notNull(),
    state: choice(releaseStates).notNull(),
    createdAt: instant().notNull(),
    /** The author; users are not referenced, because a release outlives them. */
    userId: count(),
    userName: text().notNull(),
    /** Null: not scheduled. */
    publishAt: instant(),
    /** IANA name of the zone in which the time was chosen. */
    timeZone: text().notNull().default(''),
    publishedAt: instant(),
    /** The content revision of the publication, by which it can be undone. */
    publishedRevision: count(),
    /** Why the release was not published at its time. */
    problem: text().notNull().default(''),
    /** Counts the changes of the release, so that a publication notices one that it does not include. */
    edits: count().notNull().default(0),
    /** What the author is to be notified of by mail; the row is the outbox. */
    notice: choice(releaseNotices).notNull().default('none'),
  },
  (row) => [index('releases_due').on(row.state, row.publishAt), index('releases_notice').on(row.notice)],
);

const ofRelease = () =>
  count()
    .notNull()
    .references(() => releases.id, { onDelete: 'cascade' });

/** Changes of a release: at most one for each row, and one for the order of each list. */
export const releaseChanges = table(
  'release_changes',
  {
    id: id(),
    releaseId: ofRelease(),
    /** The record's path in procedures, such as `features.items`. */
    record: text().notNull(),
    action: choice(releaseActions).notNull(),
    /** True for the order of a list; `rowId` is then the parent's id, or 0 for a record without parents. */
    isOrder: flag().notNull(),
    /** A new row has its final id already. */
    rowId: count().notNull(),
    isNew: flag().notNull(),
    /** The changed fields of a row, of a new row all fields and `parentId`; of a list its ids. */
    values: json().$type<ReleaseValues>().notNull(),
    /** What the change started from: the live values of the changed fields, of a deletion the rows, of a list its ids. */
    base: json().$type<ReleaseValues>().notNull(),
    /** Counts the changes of this change. */
    version: count().notNull().default(1),
    at: instant().notNull(),
    userId: count(),
    userName: text().notNull(),
  },
  (row) => [uniqueIndex('release_changes_row').on(row.releaseId, row.record, row.isOrder, row.rowId)],
);

/** Fields by name; `ids` of a list; `rows` of a deletion. */
export type ReleaseValues = Readonly<Record<string, unknown>>;

/** Comments on a change of a release. */
export const releaseComments = table(
  'release_comments',
  {
    id: id(),
    changeId: count()
      .notNull()
      .references(() => releaseChanges.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    userId: count(),
    userName: text().notNull(),
    text: text().notNull(),
  },
  (row) => [index('release_comments_change').on(row.changeId)],
);

/** Links by which people without an account see a release. Only hashes of their secrets are stored. */
export const releasePreviews = table(
  'release_previews',
  {
    id: id(),
    releaseId: ofRelease(),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    userName: text().notNull(),
  },
  (row) => [
    uniqueIndex('release_previews_token').on(row.tokenHash),
    index('release_previews_release').on(row.releaseId),
  ],
);
