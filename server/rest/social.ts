import { z } from 'zod';
import { type SocialSite, socialSites } from '../../contract/social.ts';
import { type Field, numbered } from './fields.ts';

/** A social site: written as SocialLinkID, read with its name and its icon's class under `prefix`Name and `prefix`Icon. */
export function socialSite(prefix: string): Field<SocialSite> {
  const number = numbered('SocialLinkID', socialSites, 1);
  return {
    ...number,
    output: { ...number.output, [`${prefix}Name`]: z.enum(socialSites), [`${prefix}Icon`]: z.string() },
    read: (site, viewer, rules) => ({
      ...number.read(site, viewer, rules),
      [`${prefix}Name`]: site,
      [`${prefix}Icon`]: `uk-icon-${site.toLowerCase()}`,
    }),
  };
}
