import type { z } from 'zod';
import type { fact, factHeading } from '../../../contract/facts.ts';
import { factHeadings, facts } from '../../schema/facts.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Facts = z.output<typeof factHeading> & { items: z.output<typeof fact>[] };

const content = (picture: Picture): Facts => ({
  title: 'We counted',
  subTitle: 'Last Tuesday, by hand, twice.',
  backgroundImage: picture('facts.jpg'),
  isActive: true,
  items: [
    { label: 'Websites in our care', count: 64, isActive: true },
    // 64 sites, four times an hour, from ten until six.
    { label: 'Checks between ten and six', count: 2048, isActive: true },
    { label: 'Minutes from alarm to fix, typically', count: 11, isActive: true },
    { label: 'Cups of coffee since January', count: 3916, isActive: true },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [tx.insert(factHeadings).values(heading), tx.insert(facts).values(below(factHeadings, items))];
};
