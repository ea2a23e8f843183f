import { promo } from '../../contract/promo.ts';
import * as tables from '../../db/schema/promo.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const promos = record('Promotion', tables.promos, promo);

export const promoRouter = router({ heading: records(promos) });
