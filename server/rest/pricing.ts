import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.pricing.heading, {
  id: 'PricePlanID',
  title: 'PricePlanHeader',
  subTitle: 'PricePlanSubTitle',
  file: 'PricePlanBackgroundImageFile',
});

const features = restRecord(records.pricing.features, {
  id: 'PlanFeatureID',
  parent: 'PlanDetailID',
  fields: { text: text('PlanFeatureText'), isActive: flag('IsActive') },
});

const plan = restRecord(records.pricing.plans, {
  id: 'PlanDetailID',
  parent: 'PricePlanID',
  fields: {
    title: text('PlanTitle'),
    cost: text('PlanCost'),
    image: picture('PlanImageFile', 'PlanImage'),
    buttonText: text('PlanSelectText'),
    buttonLink: text('ButtonLink'),
    tagValue: text('TagValue'),
    isActive: flag('IsActive'),
    isBestPrice: flag('IsBestPrice'),
  },
  nested: { PlanFeatureList: features },
});

/** Price plans with their features (specification, sections 3 and 7). */
export const pricingRest = restSection('Price plans', [
  { record: heading, read: 'getallplan', save: 'savepriceplanmaster' },
  {
    record: plan,
    read: 'getallplandetail',
    save: 'savepriceplandetail',
    remove: ['deleteplandetail', 'PlanDetailID'],
  },
  {
    record: features,
    save: 'saveplanfeaturedetail',
    remove: ['deleteplanfeaturedetail', 'PlanFeatureID'],
    listOf: ['getallplanfeaturelist', plan],
  },
]);
