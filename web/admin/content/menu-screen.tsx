import { menuItem } from '../../../contract/menu.ts';
import * as field from '../fields/index.ts';
import { remove } from '../records/actions.tsx';
import * as column from '../records/columns.tsx';
import { listScreen } from '../records/list-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';

const items = recordView({
  noun: 'menu entry',
  panel: 'Edit Menubar',
  rows: 'Menu entries',
  purpose: 'Menu entries at the top of the page lead to its sections.',
  ...contentRecord('menu', 'items'),
  schema: menuItem,
  columns: { text: column.text('Name'), link: column.link('Link To'), isActive: column.yesNo() },
  fields: { text: field.text(), link: field.link(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Menu Detail (specification, section 2). */
export const MenuScreen = listScreen('menu', { view: items, actions: [remove()] });
