import { featureHeading, featureItem } from '../../contract/features.ts';
import * as tables from '../../db/schema/features.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const featureHeadings = record('Feature heading', tables.featureHeadings, featureHeading);
export const featureItems = childRecord('Feature', tables.featureItems, featureItem, featureHeadings);

export const featuresRouter = router({ heading: records(featureHeadings), items: records(featureItems) });
