import { promo } from '../../../contract/promo.ts';
import { client } from '../api/client.ts';
import { headingScreen } from '../records/heading-screen.tsx';
import { heading } from './heading.ts';

/** Promotion Detail (specification, section 2). */
export const PromoScreen = headingScreen({
  title: 'Promotion Detail',
  anchor: 'promo',
  heading: heading({
    noun: 'promotion',
    panel: 'Edit Promotion Detail',
    api: client.promo.heading,
    schema: promo,
    background: 'Background Image',
  }),
});
