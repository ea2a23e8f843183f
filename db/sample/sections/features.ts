import type { z } from 'zod';
import type { featureHeading, featureItem } from '../../../contract/features.ts';
import { featureHeadings, featureItems } from '../../schema/features.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Features = z.output<typeof featureHeading> & { items: z.output<typeof featureItem>[] };

const content = (picture: Picture): Features => ({
  title: 'Small things, done on purpose',
  subTitle: 'Four promises we can keep with the people we have.',
  backgroundImage: picture('features.jpg'),
  isActive: true,
  items: [
    {
      name: 'Yours to change',
      description:
        'New opening hours, a better picture, goodbye to the Christmas menu. We set aside an afternoon to teach you; most people have it by the end of the coffee.',
      icon: 'uk-icon-thumbs-o-up',
      isActive: true,
    },
    {
      name: 'Quick at the end of the pier',
      description:
        'Every page is tried on a five-year-old phone at the far end of the ferry pier, where the signal gives up. If it loads there, it loads on your customer’s sofa.',
      icon: 'uk-icon-line-chart',
      isActive: true,
    },
    {
      name: 'Figures you can read',
      description:
        'One sheet a month: who came, what they looked for, what they did next. It fits on the fridge, and in two cases we know of it lives there.',
      icon: 'uk-icon-bar-chart-o',
      isActive: true,
    },
    {
      name: 'Awake at 03:12',
      description: 'When a site stops answering, Tomas gets up. He would like it known that he is usually up already.',
      icon: 'uk-icon-clock-o',
      isActive: true,
    },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [tx.insert(featureHeadings).values(heading), tx.insert(featureItems).values(below(featureHeadings, items))];
};
