import { socialSites } from '../../contract/social.ts';
import { cornerStyles, densities, typefaces } from '../../contract/theme.ts';
import { childOf, choice, image, index, recordColumns, table, text } from '../columns.ts';

export const companies = table('companies', {
  ...recordColumns(),
  name: text().notNull(),
  address: text().notNull(),
  email: text().notNull(),
  city: text().notNull(),
  zip: text().notNull(),
  contactNumber: text().notNull(),
  copyrightText: text().notNull(),
  logo: image(),
  /** The logo on dark grounds; null: the logo above. */
  darkLogo: image(),
  accentColor: text().notNull().default(''),
  secondColor: text().notNull().default(''),
  typeface: choice(typefaces).notNull().default('bricolage'),
  corners: choice(cornerStyles).notNull().default('soft'),
  density: choice(densities).notNull().default('airy'),
  /** IANA time zone of the times in alarms and on the status page. */
  timeZone: text().notNull().default('UTC'),
});

export const companySocialLinks = table(
  'company_social_links',
  {
    ...recordColumns(),
    parentId: childOf(() => companies.id),
    site: choice(socialSites).notNull(),
    link: text().notNull(),
  },
  (row) => [index('company_social_links_parent').on(row.parentId)],
);
