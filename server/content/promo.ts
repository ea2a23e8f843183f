import { promos } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const promoRouter = router({ heading: records(promos) });
