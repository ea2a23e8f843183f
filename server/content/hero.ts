import { heroButtons, heroes } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const heroRouter = router({ heading: records(heroes), buttons: records(heroButtons) });
