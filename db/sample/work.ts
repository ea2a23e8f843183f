import type { z } from 'zod';
import type { client, clientHeading } from '../../contract/clients.ts';
import type { fact, factHeading } from '../../contract/facts.ts';
import type { project, projectHeading } from '../../contract/projects.ts';
import type { Picture, PictureFile } from './pictures.ts';

type Client = z.output<typeof client>;
type Clients = z.output<typeof clientHeading> & { items: Client[] };
type Facts = z.output<typeof factHeading> & { items: z.output<typeof fact>[] };
type Projects = z.output<typeof projectHeading> & { items: z.output<typeof project>[] };

const clientLogos: readonly (readonly [name: string, logo: PictureFile])[] = [
  ['Gull & Anchor Bakery', 'client-1.png'],
  ['Northmole Cycles', 'client-2.png'],
  ['Petrel Instruments', 'client-3.png'],
  ['Saltgrass Farm', 'client-4.png'],
  ['Low Harbour Theatre', 'client-5.png'],
  ['Brindle Coffee', 'client-6.png'],
];

export const clients = (picture: Picture): Clients => ({
  title: 'We hold the spare keys',
  subTitle: 'Six of the firms that sleep while we do not.',
  backgroundImage: picture('clients.jpg'),
  isActive: true,
  // No health codes: whoever knows one may report for its server, so each installation makes its own.
  items: clientLogos.map(
    ([name, logo], place): Client => ({
      name,
      displayOrder: place + 1,
      healthCode: '',
      checkInterval: 'none',
      telephonyClientId: null,
      logo: picture(logo),
      isActive: true,
      showOnHomePage: true,
    }),
  ),
});

export const facts = (picture: Picture): Facts => ({
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

export const projects = (picture: Picture): Projects => ({
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
