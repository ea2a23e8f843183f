import { maps } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const mapRouter = router({ map: records(maps) });
