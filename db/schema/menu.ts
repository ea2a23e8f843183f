import { recordColumns, table, text } from '../columns.ts';

export const menuItems = table('menu_items', { ...recordColumns(), text: text().notNull(), link: text().notNull() });
