import { menuItems } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const menuRouter = router({ items: records(menuItems) });
