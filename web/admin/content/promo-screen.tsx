import { promo } from '../../../contract/promo.ts';
import { headingScreen } from '../records/heading-screen.tsx';
import { heading } from './heading.ts';

/** Promotion Detail (specification, section 2). */
export const PromoScreen = headingScreen('promo', {
  heading: heading('promo', {
    noun: 'promotion',
    panel: 'Edit Promotion Detail',
    purpose: 'The promotion appears as a wide banner.',
    schema: promo,
    background: 'Background Image',
  }),
});
