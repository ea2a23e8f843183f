import { plan, planFeature, pricingHeading } from '../../contract/pricing.ts';
import * as tables from '../../db/schema/pricing.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const pricingHeadings = record('Price plan heading', tables.pricingHeadings, pricingHeading);
export const plans = childRecord('Plan', tables.plans, plan, pricingHeadings);
export const planFeatures = childRecord('Plan feature', tables.planFeatures, planFeature, plans);

export const pricingRouter = router({
  heading: records(pricingHeadings),
  plans: records(plans),
  features: records(planFeatures),
});
