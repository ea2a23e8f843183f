import { childOf, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const projectHeadings = table('project_headings', headingColumns());

export const projects = table(
  'projects',
  {
    ...recordColumns(),
    parentId: childOf(() => projectHeadings.id),
    title: text().notNull(),
    description: text().notNull(),
    backgroundImage: image(),
  },
  (row) => [index('projects_parent').on(row.parentId)],
);
