import { planFeatures, plans, pricingHeadings } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const pricingRouter = router({
  heading: records(pricingHeadings),
  plans: records(plans),
  features: records(planFeatures),
});
