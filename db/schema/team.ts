import { socialSites } from '../../contract/social.ts';
import { childOf, choice, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const teamHeadings = table('team_headings', headingColumns());

export const teamMembers = table(
  'team_members',
  {
    ...recordColumns(),
    parentId: childOf(() => teamHeadings.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    designation: text().notNull(),
    description: text().notNull(),
    photo: image(),
  },
  (row) => [index('team_members_parent').on(row.parentId)],
);

export const memberSocialLinks = table(
  'member_social_links',
  {
    ...recordColumns(),
    parentId: childOf(() => teamMembers.id),
    site: choice(socialSites).notNull(),
    link: text().notNull(),
  },
  (row) => [index('member_social_links_parent').on(row.parentId)],
);
