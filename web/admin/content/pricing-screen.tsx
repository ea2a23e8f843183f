import { plan, planFeature, pricingHeading } from '../../../contract/pricing.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('pricing', {
  noun: 'price plan heading',
  panel: 'Edit PlanMaster Detail',
  purpose: 'The heading stands above your price plans.',
  schema: pricingHeading,
  background: 'Background',
});

const plans = recordView({
  noun: 'plan',
  panel: 'Edit Price Plan Detail',
  rows: 'Price plans',
  purpose: 'Plans appear as cards in Price plans.',
  ...contentRecord('pricing', 'plans'),
  schema: plan,
  columns: {
    title: column.text('Title'),
    cost: column.text('Cost'),
    image: column.picture('Plan-Image'),
    isActive: column.yesNo(),
    isBestPrice: column.yesNo('IsBestPrice'),
  },
  fields: {
    title: field.text(),
    cost: field.text(),
    image: field.image(),
    buttonText: field.text(),
    buttonLink: field.link(),
    tagValue: field.text(),
    isActive: field.yesNo(),
    isBestPrice: field.yesNo(),
  },
  initial: { buttonLink: 'contact', isActive: true, isBestPrice: false },
});

const planFeatures = recordView({
  noun: 'plan feature',
  panel: 'Feature List',
  rows: 'Features',
  purpose: 'Features appear as a list with ticks on the card of the plan.',
  ...contentRecord('pricing', 'features'),
  schema: planFeature,
  columns: { text: column.text('Feature Name'), isActive: column.yesNo() },
  fields: { text: field.text(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Plan Detail (specification, section 2); a plan's features replace the list of plans until closed. */
export const PricingScreen = headingScreen('pricing', {
  heading: headings,
  children: { header: 'Plan Details', view: plans, children: { header: 'Features', view: planFeatures } },
});
