import { recordColumns, table, text } from '../columns.ts';

export const maps = table('maps', { ...recordColumns(), embed: text().notNull() });
