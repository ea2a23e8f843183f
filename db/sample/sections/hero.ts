import type { z } from 'zod';
import type { heroButton, hero as heroSchema } from '../../../contract/hero.ts';
import { heroButtons, heroes } from '../../schema/hero.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Hero = z.output<typeof heroSchema> & { buttons: z.output<typeof heroButton>[] };

const content = (picture: Picture): Hero => ({
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

export const sample: SampleSection = (tx, picture) => {
  const { buttons, ...heading } = content(picture);
  return [tx.insert(heroes).values(heading), tx.insert(heroButtons).values(below(heroes, buttons))];
};
