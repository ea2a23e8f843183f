import { touchHeadings } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const touchRouter = router({ heading: records(touchHeadings) });
