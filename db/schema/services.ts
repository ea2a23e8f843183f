import { serviceIcons } from '../../contract/services.ts';
import { childOf, choice, headingColumns, index, recordColumns, table, text } from '../columns.ts';

export const serviceHeadings = table('service_headings', headingColumns());

export const serviceItems = table(
  'service_items',
  {
    ...recordColumns(),
    parentId: childOf(() => serviceHeadings.id),
    name: text().notNull(),
    description: text().notNull(),
    icon: choice(serviceIcons).notNull(),
  },
  (row) => [index('service_items_parent').on(row.parentId)],
);
