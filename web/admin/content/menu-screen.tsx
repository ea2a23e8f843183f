import { menuItem } from '../../../contract/menu.ts';
import { client } from '../api/client.ts';
import * as field from '../fields/index.ts';
import { remove } from '../records/actions.tsx';
import * as column from '../records/columns.tsx';
import { level } from '../records/level.ts';
import { listScreen } from '../records/list-screen.tsx';

const items = level({
  noun: 'menu entry',
  panel: 'Edit Menubar',
  api: client.menu.items,
  schema: menuItem,
  columns: { text: column.text('Name'), link: column.link('Link To'), isActive: column.yesNo() },
  fields: { text: field.text(), link: field.link(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Menu Detail (specification, section 2). */
export const MenuScreen = listScreen('menu', { level: items, actions: [remove()] });
