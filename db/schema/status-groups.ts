import { count, flag, id, table, text, uniqueIndex } from '../columns.ts';

/** Groups of servers of the status page, each with a page of its own. */
export const statusGroups = table(
  'status_groups',
  {
    id: id(),
    name: text().notNull(),
    /** Last part of the page's address. */
    slug: text().notNull(),
    description: text().notNull().default(''),
    displayOrder: count().notNull().default(0),
    /** Shown on /status as a section, unless the group has a secret. */
    isShown: flag().notNull(),
    /**
     * Last part of the secret link. Null: everybody may open the page. Not sealed: the link gives access to rows of this database only,
     * and works on when the product's own secret is renewed.
     */
    secret: text(),
  },
  (row) => [uniqueIndex('status_groups_slug').on(row.slug)],
);
