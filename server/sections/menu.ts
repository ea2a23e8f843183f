import { menuItem } from '../../contract/menu.ts';
import * as tables from '../../db/schema/menu.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const menuItems = record('Menu entry', tables.menuItems, menuItem);

export const menuRouter = router({ items: records(menuItems) });
