import type { z } from 'zod';
import type { project, projectHeading } from '../../../contract/projects.ts';
import { projectHeadings, projects } from '../../schema/projects.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Projects = z.output<typeof projectHeading> & { items: z.output<typeof project>[] };

const content = (picture: Picture): Projects => ({
  title: 'Lately off the slipway',
  subTitle: 'Six sites, and six owners who open them without being asked.',
  backgroundImage: picture('projects.jpg'),
  isActive: true,
  items: [
    {
      title: 'Gull & Anchor Bakery',
      description:
        'Order by Thursday, collect on Saturday. The queue used to reach the fish market; now 310 loaves are spoken for before the oven is lit, and the queue is made up of people who like queues.',
      backgroundImage: picture('project-1.jpg'),
      isActive: true,
    },
    {
      title: 'Northmole Cycles',
      description:
        'A repair diary the whole street can book into. You send a picture of the noise, as it were, and get a price by noon. Forgotten appointments fell from nine a week to one, and we know who it is.',
      backgroundImage: picture('project-2.jpg'),
      isActive: true,
    },
    {
      title: 'Petrel Instruments',
      description:
        'Seventy years of barometer manuals, scanned, searchable and free. Half of the visitors own an instrument older than themselves; one in twelve buys a part for it.',
      backgroundImage: picture('project-3.jpg'),
      isActive: true,
    },
    {
      title: 'Saltgrass Farm',
      description:
        'A seed catalogue of 412 varieties that works in a field with one bar of signal. It knows when each may be sown and, out of kindness, hides what you have already missed.',
      backgroundImage: picture('project-4.jpg'),
      isActive: true,
    },
    {
      title: 'Low Harbour Theatre',
      description:
        'A house of 96 seats and a box office that fits into a coat pocket. You choose from a drawing of the real room, pillar included. Behind the pillar is cheaper.',
      backgroundImage: picture('project-5.jpg'),
      isActive: true,
    },
    {
      title: 'Brindle Coffee',
      description:
        'For people who run out on Sundays. Skip, swap or pause in two taps; the roastery has Monday’s list before it is Monday, and throws away 60 kilos less a month.',
      backgroundImage: picture('project-6.jpg'),
      isActive: true,
    },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [tx.insert(projectHeadings).values(heading), tx.insert(projects).values(below(projectHeadings, items))];
};
