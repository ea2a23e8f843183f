import { positions } from '../../contract/descriptions.ts';
import { choice, image, recordColumns, table, text } from '../columns.ts';

export const descriptions = table('descriptions', {
  ...recordColumns(),
  title: text().notNull(),
  description: text().notNull(),
  backgroundImage: image(),
  side: choice(positions).notNull(),
});
