import { z } from 'zod';
import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';
import { socialSite } from './social.ts';

const heading = restHeading(records.team.heading, {
  id: 'TeamID',
  title: 'TeamTitleText',
  subTitle: 'TeamSubTitleText',
  file: 'TeamBackgroundImageFile',
});

const socialLinks = restRecord(records.team.socialLinks, {
  id: 'SocialDetailID',
  parent: 'TeamMemberID',
  fields: { site: socialSite('TeamMemberSocialLink'), link: text('LinkText'), isActive: flag('IsActive') },
});

const members = restRecord(records.team.members, {
  id: 'TeamMemberID',
  parent: 'TeamID',
  fields: {
    firstName: text('FirstName'),
    lastName: text('LastName'),
    designation: text('Designation'),
    description: text('MemberDescription'),
    photo: picture('TeamMemberImageFile', 'ApiImageURL', 'TeamMemberImage'),
    isActive: flag('IsActive'),
  },
  derived: { FullName: { schema: z.string(), value: (row) => `${row.firstName} ${row.lastName}` } },
  nested: { TeamMemberSocialDetails: socialLinks },
});

/** Team with social links (specification, sections 3 and 7). */
export const teamRest = restSection('Team', [
  { record: heading, read: 'getteammembermasterdetail', save: 'saveteammembermasterdetail' },
  {
    record: members,
    read: 'getteammemberdetail',
    save: 'saveteammemberdetail',
    remove: ['deleteteammemberdetail', 'TeamMemberID'],
  },
  {
    record: socialLinks,
    save: 'saveteammembersocialdetail',
    remove: ['deleteteammembersocialdetail', 'SocialDetailID'],
    listOf: ['getteammembesocialdetail', members],
  },
]);
