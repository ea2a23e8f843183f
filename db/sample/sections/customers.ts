import type { z } from 'zod';
import type { customer, customerHeading, feedback } from '../../../contract/customers.ts';
import { customerFeedback, customerHeadings, customers } from '../../schema/customers.ts';
import { below, belowEach, type Picture, type SampleSection } from '../section.ts';

type Customer = z.output<typeof customer> & { feedback: z.output<typeof feedback>[] };
type Customers = z.output<typeof customerHeading> & { items: Customer[] };

const content = (picture: Picture): Customers => ({
  title: 'What they say with us in the room',
  subTitle: 'And, as far as we can tell, without us.',
  backgroundImage: picture('customers.jpg'),
  isActive: true,
  items: [
    {
      firstName: 'Agnes',
      lastName: 'Marlowe',
      designation: 'Owner, Gull & Anchor Bakery',
      photo: picture('customer-1.jpg'),
      isActive: true,
      feedback: [
        {
          text: 'I asked for a website and got my Friday evenings back. The loaves are counted before I have set the alarm.',
          isActive: true,
        },
      ],
    },
    {
      firstName: 'Rafael',
      lastName: 'Osei',
      designation: 'Workshop foreman, Northmole Cycles',
      photo: picture('customer-2.jpg'),
      isActive: true,
      feedback: [
        {
          text: 'The old site fell over on the first warm Saturday of every year. This one has stopped once, at three in the morning. I read about it at breakfast, in a note that ended with “no, nothing for you to do”.',
          isActive: true,
        },
      ],
    },
    {
      firstName: 'Hanna',
      lastName: 'Lindqvist',
      designation: 'Managing director, Petrel Instruments',
      photo: picture('customer-3.jpg'),
      isActive: true,
      feedback: [
        {
          text: 'They told us which half of our plan we could do without. Being who we are, we measured. They were right to two decimal places.',
          isActive: true,
        },
      ],
    },
    {
      firstName: 'Bea',
      lastName: 'Corrigan',
      designation: 'House manager, Low Harbour Theatre',
      photo: picture('customer-4.jpg'),
      isActive: true,
      feedback: [
        {
          text: 'Two hundred people tried to buy ninety-six seats in the same minute. Ninety-six of them managed, and the other hundred and four got an apology that several have since quoted to me.',
          isActive: true,
        },
      ],
    },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { items, ...heading } = content(picture);
  return [
    tx.insert(customerHeadings).values(heading),
    tx.insert(customers).values(below(customerHeadings, items)),
    tx.insert(customerFeedback).values(belowEach(customers, items, ({ feedback }) => feedback)),
  ];
};
