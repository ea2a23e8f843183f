import type { z } from 'zod';
import type { description } from '../../../contract/descriptions.ts';
import { descriptions } from '../../schema/descriptions.ts';
import { type Picture, placed, type SampleSection } from '../section.ts';

const content = (picture: Picture): z.output<typeof description>[] => [
  {
    title: 'First we come and look',
    description:
      'Before anybody opens a laptop we spend a morning at your place. We have stood behind a bakery counter at five, sorted seed packets by hand and carried a bicycle up two flights for no reason that made it into the report. It is the cheapest research there is, and somebody usually gives us breakfast.',
    backgroundImage: picture('description-1.jpg'),
    side: 'left',
    isActive: true,
  },
  {
    title: 'Then we build the plain thing',
    description:
      'What you do, what it costs, how to reach you. We write it with you, photograph what is really there and keep a list of everything we left out. At the launch you get the list as well. It tends to be longer than the site, and so far nobody has asked for any of it back.',
    backgroundImage: picture('description-2.jpg'),
    side: 'right',
    isActive: true,
  },
  {
    title: 'After that, we keep watch',
    description:
      'Backups at two in the morning, checks every fifteen minutes, updates on Tuesdays before anyone is awake to want something. If a thing breaks at night we mend it and write you three sentences: what happened, what we did, whether there is anything for you to do. The third is nearly always “no”.',
    backgroundImage: picture('description-3.jpg'),
    side: 'left',
    isActive: true,
  },
];

export const sample: SampleSection = (tx, picture) => [tx.insert(descriptions).values(placed(content(picture)))];
