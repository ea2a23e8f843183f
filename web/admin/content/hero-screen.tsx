import { hero, heroButton } from '../../../contract/hero.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';

const heroes = recordView({
  noun: 'introduction',
  panel: 'Edit Introduction Detail',
  purpose: 'The introduction is the first thing that visitors see.',
  ...contentRecord('hero', 'heading'),
  schema: hero,
  columns: {
    title: column.text('Title'),
    subTitle: column.text('Sub Title'),
    description: column.text('Description'),
    logo: column.picture('Logo'),
    isActive: column.yesNo(),
  },
  fields: {
    title: field.text(),
    subTitle: field.text(),
    description: field.paragraph(),
    videoLink: field.text(),
    logo: field.image(),
    backgroundImage: field.image(),
    isActive: field.yesNo(),
  },
  initial: { videoLink: '', isActive: true },
});

const colors = { '': 'Plain', green_button: 'Green' };

const buttons = recordView({
  noun: 'button',
  panel: 'Introduction Action Detail',
  rows: 'Buttons',
  purpose: 'Buttons below the introduction lead visitors on.',
  ...contentRecord('hero', 'buttons'),
  schema: heroButton,
  columns: {
    text: column.text('Name'),
    link: column.link('Link'),
    color: column.choice('Color', colors),
    isActive: column.yesNo(),
  },
  fields: { text: field.text(), link: field.buttonLink(), color: field.select(colors), isActive: field.yesNo() },
  initial: { color: '', isActive: true },
});

/** Introduction Detail (specification, section 2). */
export const HeroScreen = headingScreen('hero', {
  heading: heroes,
  children: { header: 'Action', button: 'Buttons', view: buttons },
});
