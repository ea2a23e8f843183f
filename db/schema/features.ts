import { featureIcons } from '../../contract/features.ts';
import { childOf, choice, headingColumns, index, recordColumns, table, text } from '../columns.ts';

export const featureHeadings = table('feature_headings', headingColumns());

export const featureItems = table(
  'feature_items',
  {
    ...recordColumns(),
    parentId: childOf(() => featureHeadings.id),
    name: text().notNull(),
    description: text().notNull(),
    icon: choice(featureIcons).notNull(),
  },
  (row) => [index('feature_items_parent').on(row.parentId)],
);
