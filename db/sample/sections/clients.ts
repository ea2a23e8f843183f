import type { z } from 'zod';
import type { client, clientHeading } from '../../../contract/clients.ts';
import { clientHeadings, clients } from '../../schema/clients.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Client = z.output<typeof client>;
type Clients = z.output<typeof clientHeading> & { items: Client[] };

const clientLogos: readonly (readonly [name: string, logo: string])[] = [
  ['Gull & Anchor Bakery', 'client-1.png'],
  ['Northmole Cycles', 'client-2.png'],
  ['Petrel Instruments', 'client-3.png'],
  ['Saltgrass Farm', 'client-4.png'],
  ['Low Harbour Theatre', 'client-5.png'],
  ['Brindle Coffee', 'client-6.png'],
];

const content = (picture: Picture): Clients => ({
  title: 'We hold the spare keys',
  subTitle: 'Six of the firms that sleep while we do not.',
  backgroundImage: picture('clients.jpg'),
  isActive: true,
  // No health codes: a code lets its owner send pings, so each installation makes its own.
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

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [tx.insert(clientHeadings).values(heading), tx.insert(clients).values(below(clientHeadings, items))];
};
