import { heading } from './heading.ts';

/** The promo banner (specification, section 3: Promo). */
export const promo = heading('background');
