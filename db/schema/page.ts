import { recordColumns, table, text } from '../columns.ts';

/** Order and visibility of the page's sections: at most one row (contract/page-layout.ts). */
export const pageLayouts = table('page_layouts', {
  ...recordColumns(),
  /** Keys of sections, separated by spaces. */
  sectionOrder: text().notNull().default(''),
  hiddenSections: text().notNull().default(''),
});
