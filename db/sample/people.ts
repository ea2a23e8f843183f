import type { z } from 'zod';
import type { customer, customerHeading, feedback } from '../../contract/customers.ts';
import type { presentationHeading, presentationVideo } from '../../contract/presentation.ts';
import type { memberSocialLink, teamHeading, teamMember } from '../../contract/team.ts';
import type { Picture } from './pictures.ts';

type Member = z.output<typeof teamMember> & { socialLinks: z.output<typeof memberSocialLink>[] };
type Team = z.output<typeof teamHeading> & { members: Member[] };
type Presentation = z.output<typeof presentationHeading> & { videos: z.output<typeof presentationVideo>[] };
type Customer = z.output<typeof customer> & { feedback: z.output<typeof feedback>[] };
type Customers = z.output<typeof customerHeading> & { items: Customer[] };

export const team = (picture: Picture): Team => ({
  title: 'Four people and a kettle',
  subTitle: 'You will meet all of us. There is nobody else to hide behind.',
  backgroundImage: picture('team.jpg'),
  isActive: true,
  members: [
    {
      firstName: 'Ines',
      lastName: 'Okafor',
      designation: 'Director',
      description:
        'Ran the ferry office for nine years and still answers before the second ring. Writes the quotes, then sticks to them.',
      photo: picture('team-1.jpg'),
      isActive: true,
      socialLinks: [
        { site: 'LinkedIn', link: 'https://work.example/in/ines-okafor', isActive: true },
        { site: 'Mastodon', link: 'https://social.example/ines', isActive: true },
      ],
    },
    {
      firstName: 'Jonas',
      lastName: 'Vell',
      designation: 'Design',
      description:
        'Draws everything on paper first, mostly on the backs of our invoices. Has a favourite lower-case g and will not be hurried past it.',
      photo: picture('team-2.jpg'),
      isActive: true,
      socialLinks: [
        { site: 'Instagram', link: 'https://pictures.example/jonasvell', isActive: true },
        { site: 'Pinterest', link: 'https://boards.example/jonasvell', isActive: true },
      ],
    },
    {
      firstName: 'Mei',
      lastName: 'Tanaka-Ross',
      designation: 'Engineering',
      description:
        'Built the watch that wakes the watchman. Takes out more code than she puts in, and sends round a cheerful note each time.',
      photo: picture('team-3.jpg'),
      isActive: true,
      socialLinks: [
        { site: 'GitHub', link: 'https://code.example/meitr', isActive: true },
        { site: 'Mastodon', link: 'https://social.example/mei', isActive: true },
      ],
    },
    {
      firstName: 'Tomas',
      lastName: 'Brandt',
      designation: 'Night watch',
      description:
        'Kept lighthouses running until they learned to do it themselves. From ten until six he minds the log, the backups and a radio play.',
      photo: picture('team-4.jpg'),
      isActive: true,
      socialLinks: [{ site: 'Mastodon', link: 'https://social.example/tomas', isActive: true }],
    },
  ],
});

export const presentation = (picture: Picture): Presentation => ({
  title: 'Half past four in the morning',
  subTitle: 'This is the view from Tomas’s chair while he writes up the log. Nothing happens. That is the service.',
  backgroundImage: picture('presentation.jpg'),
  isActive: true,
  videos: [{ link: '/sample/harbour.mp4', poster: picture('video-poster.jpg'), isActive: true }],
});

export const customers = (picture: Picture): Customers => ({
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
