import { touch } from '../../contract/touch.ts';
import * as tables from '../../db/schema/touch.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const touchHeadings = record('Get in touch heading', tables.touchHeadings, touch);

export const touchRouter = router({ heading: records(touchHeadings) });
