import { featureHeadings, featureItems } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const featuresRouter = router({ heading: records(featureHeadings), items: records(featureItems) });
