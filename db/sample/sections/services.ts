import type { z } from 'zod';
import type { serviceHeading, serviceItem } from '../../../contract/services.ts';
import { serviceHeadings, serviceItems } from '../../schema/services.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Services = z.output<typeof serviceHeading> & { items: z.output<typeof serviceItem>[] };

const content = (picture: Picture): Services => ({
  title: 'What we do all day',
  subTitle: 'And, in one case, all night.',
  backgroundImage: picture('services.jpg'),
  isActive: true,
  items: [
    {
      name: 'Websites',
      description:
        'From a single page for a boatyard to four hundred for a seed catalogue. Readable by everyone, including people who cannot see it and people who are in a hurry.',
      icon: 'uk-icon-html5',
      isActive: true,
    },
    {
      name: 'Shops and bookings',
      description:
        'Tables, tickets, bread for Saturday. Ordering should take one thumb, because the other hand is holding a dog.',
      icon: '/icons/mobile-white.svg',
      isActive: true,
    },
    {
      name: 'Photographs',
      description:
        'One day, one photographer, your own people doing their own work. Nobody will be asked to laugh at a salad.',
      icon: 'uk-icon-photo',
      isActive: true,
    },
    {
      name: 'Being found',
      description:
        'Clear titles, true descriptions and a map pin on the right side of the river. That is most of it. We do the rest too, and show you which part helped.',
      icon: 'uk-icon-search',
      isActive: true,
    },
    {
      name: 'The night watch',
      description:
        'A check every quarter of an hour, a backup every night and a person with a telephone. The typical alarm last year was mended in eleven minutes, kettle included.',
      icon: '/icons/server-white.svg',
      isActive: true,
    },
    {
      name: 'Second opinions',
      description:
        'Bring us somebody else’s quote. Half an hour later you know whether it is fair, and we will say so when it is better than ours.',
      icon: 'uk-icon-lightbulb-o',
      isActive: true,
    },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [tx.insert(serviceHeadings).values(heading), tx.insert(serviceItems).values(below(serviceHeadings, items))];
};
