import { z } from 'zod';
import { socialSites } from '../../contract/social.ts';
import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restRecord } from './record.ts';
import { readRecords, restSection } from './record-routes.ts';
import { route } from './route.ts';
import { socialSite } from './social.ts';

const socialLinks = restRecord(records.company.socialLinks, {
  id: 'SocialDetailID',
  parent: 'CompanyID',
  fields: { site: socialSite('CompanySocialLink'), link: text('LinkText'), isActive: flag('IsActive') },
});

const company = restRecord(records.company.heading, {
  id: 'CompanyID',
  parent: null,
  fields: {
    name: text('CompanyName'),
    address: text('CompanyAddress'),
    email: text('Email'),
    city: text('City'),
    zip: text('Zip'),
    contactNumber: text('ContactNumber'),
    copyrightText: text('CopyrightText'),
    logo: picture('CompanyLogoFile', 'ApiBaseURL'),
    darkLogo: picture('CompanyDarkLogoFile', 'CompanyDarkLogoURL'),
    accentColor: text('CompanyAccentColor'),
    secondColor: text('CompanySecondColor'),
    typeface: text('CompanyTypeface'),
    corners: text('CompanyCorners'),
    density: text('CompanyDensity'),
    timeZone: text('CompanyTimeZone'),
    isActive: flag('IsActive'),
  },
  nested: { CompanySocialLinkDetail: socialLinks },
});

/** Company and its social links (specification, sections 3 and 7). */
export const companyRest = restSection(
  'Company',
  [
    { record: company, read: 'getcompanymasterdetail', save: 'savecompany' },
    {
      record: socialLinks,
      read: 'getsociallinkdetail',
      save: 'savesociallinkicon',
      remove: ['company/deletesociallink', 'SocialDetailID'],
    },
  ],
  [
    route({
      method: 'GET',
      path: '/api/company/getcompanysociallist',
      access: ['content:read'],
      summary: 'Company social link: all records, inactive ones included',
      output: z.array(socialLinks.output),
      handle: async (call) => ({ data: await readRecords(socialLinks, { ...call, all: true }) }),
    }),
    route({
      method: 'GET',
      path: '/api/getallsocialicon',
      access: 'signedIn',
      summary: 'The social sites a link may name',
      output: z.array(z.object({ SocialLinkID: z.int(), SocialLinkText: z.enum(socialSites) })),
      handle: async () => ({
        data: socialSites.map((site, index) => ({ SocialLinkID: index + 1, SocialLinkText: site })),
      }),
    }),
  ],
);
