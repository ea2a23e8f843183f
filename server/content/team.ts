import { memberSocialLinks, teamHeadings, teamMembers } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const teamRouter = router({
  heading: records(teamHeadings),
  members: records(teamMembers),
  socialLinks: records(memberSocialLinks),
});
