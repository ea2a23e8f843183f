import type { z } from 'zod';
import type { promo as promoSchema } from '../../../contract/promo.ts';
import { promos } from '../../schema/promo.ts';
import type { Picture, SampleSection } from '../section.ts';

const content = (picture: Picture): z.output<typeof promoSchema> => ({
  title: 'Your website is probably fine. Shall we look?',
  subTitle:
    'Send us its address. Within a day you get one page back: how quick it is, what is broken, what we would leave alone. It costs nothing, and nobody rings you up afterwards.',
  backgroundImage: picture('promo.jpg'),
  isActive: true,
});

export const sample: SampleSection = (tx, picture) => [tx.insert(promos).values(content(picture))];
