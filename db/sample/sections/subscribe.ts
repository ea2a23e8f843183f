import type { z } from 'zod';
import type { subscribeHeading } from '../../../contract/subscribe.ts';
import { subscribeHeadings } from '../../schema/subscribe.ts';
import type { Picture, SampleSection } from '../section.ts';

const content = (picture: Picture): z.output<typeof subscribeHeading> => ({
  title: 'The tide table',
  subTitle:
    'One letter a month: what we built, what broke, and high water at Port Merrow. 1,140 people read it, some of them only for the tides.',
  backgroundImage: picture('subscribe.jpg'),
  isActive: true,
});

export const sample: SampleSection = (tx, picture) => [tx.insert(subscribeHeadings).values(content(picture))];
