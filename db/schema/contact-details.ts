import { contactIcons } from '../../contract/contact-details.ts';
import { childOf, choice, headingColumns, index, recordColumns, table, text } from '../columns.ts';

export const contactDetailsHeadings = table('address_headings', headingColumns());

export const contactLines = table(
  'contact_lines',
  {
    ...recordColumns(),
    parentId: childOf(() => contactDetailsHeadings.id),
    name: text().notNull(),
    description: text().notNull(),
    icon: choice(contactIcons).notNull(),
  },
  (row) => [index('contact_lines_parent').on(row.parentId)],
);
