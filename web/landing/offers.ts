import type { PageContent } from '../../server/landing/page.ts';
import { type Price, parsePrice } from './price.ts';

/**
 * The price plans with a parsable price as schema.org Offers for JSON-LD; undefined without any. Reviews have no markup:
 * search engines require a rating, which the content lacks, and reject an organization's reviews of itself.
 */
export function offers({ pricing }: PageContent, publicUrl: string) {
  const list = (pricing?.plans ?? []).flatMap((plan) => {
    const price = parsePrice(plan.cost);
    if (!price) return [];
    return {
      '@type': 'Offer',
      name: plan.title,
      description: plan.features.map(({ text }) => text).join('; ') || undefined,
      url: `${publicUrl}/#pricing`,
      ...priceProperties(price),
    };
  });
  return list.length > 0 ? list : undefined;
}

function priceProperties({ amount, currency, unit }: Price) {
  const price = { price: amount, priceCurrency: currency };
  if (unit === null) return price;
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: unit };
  return { priceSpecification: { '@type': 'UnitPriceSpecification', ...price, referenceQuantity } };
}
