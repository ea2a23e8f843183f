import type { z } from 'zod';
import type { memberSocialLink, teamHeading, teamMember } from '../../../contract/team.ts';
import { memberSocialLinks, teamHeadings, teamMembers } from '../../schema/team.ts';
import { below, belowEach, type Picture, type SampleSection } from '../section.ts';

type Member = z.output<typeof teamMember> & { socialLinks: z.output<typeof memberSocialLink>[] };
type Team = z.output<typeof teamHeading> & { members: Member[] };

const content = (picture: Picture): Team => ({
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

export const sample: SampleSection = (tx, picture) => {
  const { members, ...heading } = content(picture);
  return [
    tx.insert(teamHeadings).values(heading),
    tx.insert(teamMembers).values(below(teamHeadings, members)),
    tx.insert(memberSocialLinks).values(belowEach(teamMembers, members, ({ socialLinks }) => socialLinks)),
  ];
};
