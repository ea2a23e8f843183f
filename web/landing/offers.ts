import type { PageContent } from '../../server/landing/page.ts';
import { type Price, parsePrice } from './price.ts';

/**
 * The price plans whose cost is a price, as schema.org's Offers for JSON-LD; undefined without any. What customers say is
 * not marked up: search engines ask for a rating, which the content has none of, and refuse an organization's own
 * reviews of itself.
 */
export function offers({ pricing }: PageContent, publicUrl: string) {
  const found = (pricing?.plans ?? []).flatMap((plan) => {
    const price = parsePrice(plan.cost);
    if (!price) return [];
    return {
      '@type': 'Offer',
      name: plan.title,
      description: plan.features.map(({ text }) => text).join('; ') || undefined,
      url: `${publicUrl}/#pricing`,
      ...priced(price),
    };
  });
  return found.length > 0 ? found : undefined;
}

function priced({ amount, currency, unit }: Price) {
  const price = { price: amount, priceCurrency: currency };
  if (unit === null) return price;
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: unit };
  return { priceSpecification: { '@type': 'UnitPriceSpecification', ...price, referenceQuantity } };
}
