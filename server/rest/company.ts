import { z } from 'zod';
import { socialSites } from '../../contract/social.ts';
import { records } from '../../core/content/records.ts';
import { flag, picture, text } from './fields.ts';
import { restRecord } from './record.ts';
import { type RestSection, readRecords } from './record-routes.ts';
import { socialSite } from './social.ts';

const socialLinks = restRecord(records.company.socialLinks, (caller) => caller.company.socialLinks, {
  id: 'SocialDetailID',
  parent: 'CompanyID',
  fields: { site: socialSite('CompanySocialLink'), link: text('LinkText'), isActive: flag('IsActive') },
});

const company = restRecord(records.company.heading, (caller) => caller.company.heading, {
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
    accentColor: text('CompanyAccentColor'),
    isActive: flag('IsActive'),
  },
  nested: { CompanySocialLinkDetail: socialLinks },
});

/** Company and its social links (specification, sections 3 and 7). */
export const companyRest: RestSection = {
  title: 'Company',
  records: [
    { record: company, read: 'getcompanymasterdetail', save: 'savecompany' },
    {
      record: socialLinks,
      read: 'getsociallinkdetail',
      save: 'savesociallinkicon',
      remove: ['company/deletesociallink', 'SocialDetailID'],
    },
  ],
  routes: [
    {
      method: 'GET',
      path: '/api/company/getcompanysociallist',
      access: 'admin',
      summary: 'Social link: all of the company, inactive ones included',
      data: z.array(socialLinks.output),
      answer: async (call) => ({ data: await readRecords(socialLinks, { ...call, all: true }) }),
    },
    {
      method: 'GET',
      path: '/api/getallsocialicon',
      access: 'signedIn',
      summary: 'The social sites a link may name',
      data: z.array(z.object({ SocialLinkID: z.int(), SocialLinkText: z.enum(socialSites) })),
      answer: async () => ({
        data: socialSites.map((site, place) => ({ SocialLinkID: place + 1, SocialLinkText: site })),
      }),
    },
  ],
};
