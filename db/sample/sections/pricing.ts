import type { z } from 'zod';
import type { plan, planFeature, pricingHeading } from '../../../contract/pricing.ts';
import { planFeatures, plans, pricingHeadings } from '../../schema/pricing.ts';
import { below, belowEach, type Picture, type SampleSection } from '../section.ts';

type Plan = z.output<typeof plan> & { features: z.output<typeof planFeature>[] };
type Pricing = z.output<typeof pricingHeading> & { plans: Plan[] };

const content = (picture: Picture): Pricing => ({
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

export const sample: SampleSection = (tx, picture) => {
  const { plans: rows, ...heading } = content(picture);
  return [
    tx.insert(pricingHeadings).values(heading),
    tx.insert(plans).values(below(pricingHeadings, rows)),
    tx.insert(planFeatures).values(belowEach(plans, rows, ({ features }) => features)),
  ];
};
