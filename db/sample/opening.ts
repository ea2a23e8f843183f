import type { z } from 'zod';
import type { company as companySchema, companySocialLink } from '../../contract/company.ts';
import type { description } from '../../contract/descriptions.ts';
import type { featureHeading, featureItem } from '../../contract/features.ts';
import type { heroButton, hero as heroSchema } from '../../contract/hero.ts';
import type { menuItem } from '../../contract/menu.ts';
import type { Picture } from './pictures.ts';

type Company = z.output<typeof companySchema> & { socialLinks: z.output<typeof companySocialLink>[] };
type Hero = z.output<typeof heroSchema> & { buttons: z.output<typeof heroButton>[] };
type Features = z.output<typeof featureHeading> & { items: z.output<typeof featureItem>[] };

export const company = (picture: Picture): Company => ({
  name: 'Tidewright',
  address: 'Old Customs House, 3 Ropewalk',
  email: 'hello@tidewright.example',
  city: 'Port Merrow',
  zip: '04190',
  contactNumber: '+15555550142',
  copyrightText: '© Tidewright, Port Merrow. Built beside the water, watched through the night.',
  logo: picture('logo.png'),
  isActive: true,
  socialLinks: [
    { site: 'Mastodon', link: 'https://social.example/tidewright', isActive: true },
    { site: 'Instagram', link: 'https://pictures.example/tidewright', isActive: true },
    { site: 'LinkedIn', link: 'https://work.example/company/tidewright', isActive: true },
    { site: 'GitHub', link: 'https://code.example/tidewright', isActive: true },
  ],
});

export const menu: z.output<typeof menuItem>[] = [
  { text: 'Features', link: 'features', isActive: true },
  { text: 'Services', link: 'services', isActive: true },
  { text: 'Pricing', link: 'pricing', isActive: true },
  { text: 'Projects', link: 'projects', isActive: true },
  { text: 'Team', link: 'team', isActive: true },
  { text: 'Reviews', link: 'customers', isActive: true },
  { text: 'Contact', link: 'contact', isActive: true },
];

export const hero = (picture: Picture): Hero => ({
  title: 'Websites that work the night shift',
  subTitle: 'Tidewright builds websites for small firms, and then stays up with them.',
  description:
    'Six weeks from the first coffee to open water. After that we look in every fifteen minutes, all night, so that the first to hear about trouble is us and not your best customer.',
  videoLink: '/sample/harbour.mp4',
  logo: null,
  backgroundImage: picture('hero.jpg'),
  isActive: true,
  buttons: [
    { text: 'Start a project', link: 'container_button_message', color: 'green_button', isActive: true },
    { text: 'Get the tide table', link: 'container_button_subscribe', color: '', isActive: true },
  ],
});

export const features = (picture: Picture): Features => ({
  title: 'Small things, done on purpose',
  subTitle: 'Four promises we can keep with the people we have.',
  backgroundImage: picture('features.jpg'),
  isActive: true,
  items: [
    {
      name: 'Yours to change',
      description:
        'New opening hours, a better picture, goodbye to the Christmas menu. We set aside an afternoon to teach you; most people have it by the end of the coffee.',
      icon: 'uk-icon-thumbs-o-up',
      isActive: true,
    },
    {
      name: 'Quick at the end of the pier',
      description:
        'Every page is tried on a five-year-old phone at the far end of the ferry pier, where the signal gives up. If it loads there, it loads on your customer’s sofa.',
      icon: 'uk-icon-line-chart',
      isActive: true,
    },
    {
      name: 'Figures you can read',
      description:
        'One sheet a month: who came, what they looked for, what they did next. It fits on the fridge, and in two cases we know of it lives there.',
      icon: 'uk-icon-bar-chart-o',
      isActive: true,
    },
    {
      name: 'Awake at 03:12',
      description: 'When a site stops answering, Tomas gets up. He would like it known that he is usually up already.',
      icon: 'uk-icon-clock-o',
      isActive: true,
    },
  ],
});

export const descriptions = (picture: Picture): z.output<typeof description>[] => [
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
