import { records } from '../../core/content/records.ts';
import { restHeading } from './record.ts';
import { restSection } from './record-routes.ts';

const promo = restHeading(records.promo.heading, {
  id: 'PromoID',
  title: 'PromoTitle',
  subTitle: 'PromoSubTitle',
  file: 'PromoBackgroundImageFile',
});

/** Promo banner (specification, sections 3 and 7). */
export const promoRest = restSection('Promotion', [
  { record: promo, read: 'getpromomasterdetail', save: 'savepromomasterdetail' },
]);
