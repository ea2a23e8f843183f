import { socialSites } from '../../../contract/social.ts';
import { memberSocialLink, teamHeading, teamMember } from '../../../contract/team.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';
import { personColumns, personFields } from './person.ts';

const headings = heading('team', {
  noun: 'team heading',
  panel: 'Edit Team Detail',
  purpose: 'The heading stands above the members of your team.',
  schema: teamHeading,
  background: 'Background Image',
});

const members = recordView({
  noun: 'team member',
  panel: 'Team Member List',
  rows: 'Team members',
  purpose: 'Team members appear with their photo, role and links.',
  ...contentRecord('team', 'members'),
  schema: teamMember,
  columns: {
    ...personColumns,
    description: column.text('Description'),
    photo: column.picture('Profile Photo'),
    isActive: column.yesNo(),
  },
  fields: {
    ...personFields,
    description: field.paragraph(),
    photo: field.image(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

const socialLinks = recordView({
  noun: 'social link',
  panel: 'Social List',
  rows: 'Social links',
  purpose: 'Social links appear as icons below the photo of the member.',
  ...contentRecord('team', 'socialLinks'),
  schema: memberSocialLink,
  columns: { site: column.text('Social Site'), link: column.text('Social Link'), isActive: column.yesNo() },
  fields: { site: field.values(socialSites), link: field.text(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Team Member Detail (specification, section 2); a member's links replace the list of members until closed. */
export const TeamScreen = headingScreen('team', {
  heading: headings,
  children: { header: 'Members', view: members, children: { header: 'Social Links', view: socialLinks } },
});
