import type { z } from 'zod';
import type { contactDetailsHeading, contactLine } from '../../../contract/contact-details.ts';
import { contactDetailsHeadings, contactLines } from '../../schema/contact-details.ts';
import { below, type SampleSection } from '../section.ts';

type Address = z.output<typeof contactDetailsHeading> & { lines: z.output<typeof contactLine>[] };

const content: Address = {
  title: 'Come and knock',
  subTitle: 'Second floor, above the chandler’s. The bell works if you mean it.',
  // This slot takes PNG only (specification, section 5), and a photographic PNG of 1920x1080 would be far too heavy.
  backgroundImage: null,
  isActive: true,
  lines: [
    {
      name: 'The workshop',
      description: 'Old Customs House, 3 Ropewalk, Port Merrow 04190. Turn left at the anchor.',
      icon: 'uk-icon-map-marker',
      isActive: true,
    },
    {
      name: '+1 555 555-0142',
      description:
        'Monday to Friday, nine to five. Clients of the night watch have a second number, and know it by heart.',
      icon: 'uk-icon-phone',
      isActive: true,
    },
    {
      name: 'hello@tidewright.example',
      description: 'Read by a person, and answered by the same one.',
      icon: 'uk-icon-envelope',
      isActive: true,
    },
  ],
};

export const sample: SampleSection = (tx) => {
  const { lines, ...heading } = content;
  return [
    tx.insert(contactDetailsHeadings).values(heading),
    tx.insert(contactLines).values(below(contactDetailsHeadings, lines)),
  ];
};
