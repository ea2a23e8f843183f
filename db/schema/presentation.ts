import { childOf, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const presentationHeadings = table('presentation_headings', headingColumns());

export const presentationVideos = table(
  'presentation_videos',
  { ...recordColumns(), parentId: childOf(() => presentationHeadings.id), link: text().notNull(), poster: image() },
  (row) => [index('presentation_videos_parent').on(row.parentId)],
);
