import { buttonColors } from '../../contract/hero.ts';
import { childOf, choice, image, index, recordColumns, table, text } from '../columns.ts';

export const heroes = table('heroes', {
  ...recordColumns(),
  title: text().notNull(),
  subTitle: text().notNull(),
  description: text().notNull(),
  videoLink: text().notNull().default(''),
  logo: image(),
  backgroundImage: image(),
});

export const heroButtons = table(
  'hero_buttons',
  {
    ...recordColumns(),
    parentId: childOf(() => heroes.id),
    text: text().notNull(),
    link: text().notNull(),
    color: choice(buttonColors).notNull(),
  },
  (row) => [index('hero_buttons_parent').on(row.parentId)],
);
