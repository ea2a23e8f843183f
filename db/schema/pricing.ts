import { childOf, flag, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const pricingHeadings = table('pricing_headings', headingColumns());

export const plans = table(
  'plans',
  {
    ...recordColumns(),
    parentId: childOf(() => pricingHeadings.id),
    title: text().notNull(),
    cost: text().notNull(),
    image: image(),
    buttonText: text().notNull(),
    buttonLink: text().notNull(),
    tagValue: text().notNull(),
    isBestPrice: flag().notNull(),
  },
  (row) => [index('plans_parent').on(row.parentId)],
);

export const planFeatures = table(
  'plan_features',
  { ...recordColumns(), parentId: childOf(() => plans.id), text: text().notNull() },
  (row) => [index('plan_features_parent').on(row.parentId)],
);
