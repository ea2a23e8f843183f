import { subscribeHeading } from '../../contract/subscribe.ts';
import * as tables from '../../db/schema/subscribe.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const subscribeHeadings = record('Subscribe heading', tables.subscribeHeadings, subscribeHeading);

export const subscribeRouter = router({ heading: records(subscribeHeadings) });
