import type { z } from 'zod';
import type { plan, planFeature, pricingHeading } from '../../contract/pricing.ts';
import type { serviceHeading, serviceItem } from '../../contract/services.ts';
import type { subscribeHeading } from '../../contract/subscribe.ts';
import type { Picture } from './pictures.ts';

type Services = z.output<typeof serviceHeading> & { items: z.output<typeof serviceItem>[] };
type Plan = z.output<typeof plan> & { features: z.output<typeof planFeature>[] };
type Pricing = z.output<typeof pricingHeading> & { plans: Plan[] };

export const services = (picture: Picture): Services => ({
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

export const pricing = (picture: Picture): Pricing => ({
  title: 'Prices, out in the open',
  subTitle: 'No “starting at”, no small stars. Leave any month you like; the site is yours either way.',
  backgroundImage: picture('pricing.jpg'),
  isActive: true,
  plans: [
    {
      title: 'Dinghy',
      cost: '$49 a month',
      image: picture('plan-1.png'),
      buttonText: 'Push off',
      buttonLink: 'contact',
      tagValue: 'For a start',
      isActive: true,
      isBestPrice: false,
      features: [
        { text: 'Up to five pages', isActive: true },
        { text: 'Your own address and two mailboxes', isActive: true },
        { text: 'A check every hour', isActive: true },
        { text: 'A backup every week, kept for three months', isActive: true },
        { text: 'Answers within two working days', isActive: true },
      ],
    },
    {
      title: 'Ketch',
      cost: '$129 a month',
      image: picture('plan-2.png'),
      buttonText: 'Take the Ketch',
      buttonLink: 'contact',
      tagValue: 'Most chosen',
      isActive: true,
      isBestPrice: true,
      features: [
        { text: 'Up to forty pages', isActive: true },
        { text: 'Bookings or a small shop', isActive: true },
        { text: 'A check every fifteen minutes', isActive: true },
        { text: 'A backup every night, kept for a year', isActive: true },
        { text: 'The night watch, holidays included', isActive: true },
        { text: 'One day of photographs a year', isActive: true },
      ],
    },
    {
      title: 'Flotilla',
      cost: '$340 a month',
      image: picture('plan-3.png'),
      buttonText: 'Talk to Ines',
      buttonLink: 'contact',
      tagValue: 'Whole fleet',
      isActive: true,
      isBestPrice: false,
      features: [
        { text: 'Up to six sites in one harbour', isActive: true },
        { text: 'Everything in the Ketch, for each', isActive: true },
        { text: 'Ines’s direct number', isActive: true },
        { text: 'A text message when the watch wakes', isActive: true },
        { text: 'A monthly sheet for the board', isActive: true },
        { text: 'A visit every quarter, biscuits ours', isActive: true },
      ],
    },
  ],
});

export const subscribe = (picture: Picture): z.output<typeof subscribeHeading> => ({
  title: 'The tide table',
  subTitle:
    'One letter a month: what we built, what broke, and high water at Port Merrow. 1,140 people read it, some of them only for the tides.',
  backgroundImage: picture('subscribe.jpg'),
  isActive: true,
});
