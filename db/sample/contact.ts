import type { z } from 'zod';
import type { contactDetailsHeading, contactLine } from '../../contract/contact-details.ts';
import type { contactFormHeading } from '../../contract/contact-form.ts';
import type { map as mapSchema } from '../../contract/map.ts';
import type { promo as promoSchema } from '../../contract/promo.ts';
import type { Picture } from './pictures.ts';

type Address = z.output<typeof contactDetailsHeading> & { lines: z.output<typeof contactLine>[] };

export const promo = (picture: Picture): z.output<typeof promoSchema> => ({
  title: 'Your website is probably fine. Shall we look?',
  subTitle:
    'Send us its address. Within a day you get one page back: how quick it is, what is broken, what we would leave alone. It costs nothing, and nobody rings you up afterwards.',
  backgroundImage: picture('promo.jpg'),
  isActive: true,
});

export const contactForm = (picture: Picture): z.output<typeof contactFormHeading> => ({
  title: 'Tell us what you are making',
  subTitle:
    'Three sentences are plenty. Ines answers within one working day; Tomas, now and then, at four in the morning.',
  backgroundImage: picture('touch.jpg'),
  isActive: true,
});

export const address: Address = {
  title: 'Come and knock',
  subTitle: 'Second floor, above the chandler’s. The bell works if you mean it.',
  // This slot takes PNG only (specification, section 5), and a photographic PNG of 1920x1080 would be far too heavy.
  backgroundImage: null,
  isActive: true,
  lines: [
    {
      name: 'The workshop',
      description: 'Old Customs House, 3 Ropewalk, Port Merrow 04190. Turn left at the anchor.',
      icon: 'uk-icon-map-marker',
      isActive: true,
    },
    {
      name: '+1 555 555-0142',
      description:
        'Monday to Friday, nine to five. Clients of the night watch have a second number, and know it by heart.',
      icon: 'uk-icon-phone',
      isActive: true,
    },
    {
      name: 'hello@tidewright.example',
      description: 'Read by a person, and answered by the same one.',
      icon: 'uk-icon-envelope',
      isActive: true,
    },
  ],
};

export const map: z.output<typeof mapSchema> = {
  embed: 'https://www.google.com/maps?q=54.4886,-0.6134&z=15&output=embed',
  isActive: true,
};
