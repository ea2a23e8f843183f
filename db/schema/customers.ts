import { childOf, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const customerHeadings = table('customer_headings', headingColumns());

export const customers = table(
  'customers',
  {
    ...recordColumns(),
    parentId: childOf(() => customerHeadings.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    designation: text().notNull(),
    photo: image(),
  },
  (row) => [index('customers_parent').on(row.parentId)],
);

export const customerFeedback = table(
  'customer_feedback',
  { ...recordColumns(), parentId: childOf(() => customers.id), text: text().notNull() },
  (row) => [index('customer_feedback_parent').on(row.parentId)],
);
