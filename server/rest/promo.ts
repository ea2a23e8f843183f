import { records } from '../../core/content/records.ts';
import { restHeading } from './heading.ts';
import type { RestSection } from './record-routes.ts';

const promo = restHeading(records.promo.heading, {
  id: 'PromoID',
  title: 'PromoTitle',
  subTitle: 'PromoSubTitle',
  file: 'PromoBackgroundImageFile',
  address: 'ApiImageURL',
});

/** Promo banner (specification, sections 3 and 7). */
export const promoRest: RestSection = {
  title: 'Promotion',
  records: [{ record: promo, read: 'getpromomasterdetail', save: 'savepromomasterdetail' }],
};
