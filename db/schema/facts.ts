import { childOf, count, headingColumns, index, recordColumns, table, text } from '../columns.ts';

export const factHeadings = table('fact_headings', headingColumns());

export const facts = table(
  'facts',
  { ...recordColumns(), parentId: childOf(() => factHeadings.id), label: text().notNull(), count: count().notNull() },
  (row) => [index('facts_parent').on(row.parentId)],
);
