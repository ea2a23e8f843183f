import { memberSocialLink, teamHeading, teamMember } from '../../contract/team.ts';
import * as tables from '../../db/schema/team.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const teamHeadings = record('Team heading', tables.teamHeadings, teamHeading);
export const teamMembers = childRecord('Team member', tables.teamMembers, teamMember, teamHeadings);
export const memberSocialLinks = childRecord('Social link', tables.memberSocialLinks, memberSocialLink, teamMembers);

export const teamRouter = router({
  heading: records(teamHeadings),
  members: records(teamMembers),
  socialLinks: records(memberSocialLinks),
});
