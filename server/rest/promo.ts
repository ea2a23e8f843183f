import { promos } from '../sections/promo.ts';
import { headingFields } from './heading.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const promo = restRecord(promos, (caller) => caller.promo.heading, {
  id: 'PromoID',
  parent: null,
  fields: headingFields({
    title: 'PromoTitle',
    subTitle: 'PromoSubTitle',
    file: 'PromoBackgroundImageFile',
    address: 'ApiImageURL',
  }),
});

/** Promo banner (specification, sections 3 and 7). */
export const promoRest: RestSection = {
  title: 'Promotion',
  records: [{ record: promo, read: 'getpromomasterdetail', save: 'savepromomasterdetail' }],
};
