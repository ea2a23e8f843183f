import { company, companySocialLink } from '../../../contract/company.ts';
import { socialSites } from '../../../contract/social.ts';
import { cornerStyles, densities, typefaces } from '../../../contract/theme.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { SetupChecklist } from './setup-checklist.tsx';

const companies = recordView({
  noun: 'company',
  panel: 'Edit Company Detail',
  purpose: 'The company gives the page its name, logo, colours and footer.',
  ...contentRecord('company', 'heading'),
  schema: company,
  columns: {
    logo: column.picture('Logo'),
    name: column.text('Name'),
    address: column.text('Address'),
    email: column.text('Email'),
    city: column.text('City'),
    zip: column.text('Zip'),
    contactNumber: column.text('Contact Number'),
    copyrightText: column.text('Copyright Text'),
    isActive: column.yesNo(),
  },
  fields: {
    name: field.text(),
    address: field.text(),
    email: field.email(),
    city: field.text(),
    zip: field.digits(),
    contactNumber: field.phone(),
    copyrightText: field.text(),
    logo: field.image(),
    darkLogo: field.image(),
    accentColor: field.color(),
    secondColor: field.color(),
    typeface: field.values(typefaces),
    corners: field.values(cornerStyles),
    density: field.values(densities),
    timeZone: field.timeZone(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

const socialLinks = recordView({
  noun: 'social link',
  panel: 'Edit Company Social Detail',
  rows: 'Social links',
  purpose: 'Social links appear as icons in the footer.',
  ...contentRecord('company', 'socialLinks'),
  schema: companySocialLink,
  columns: { site: column.text('Name'), link: column.text('Social Link'), isActive: column.yesNo() },
  fields: { site: field.values(socialSites), link: field.text(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Company Detail (specification, section 2). */
export const CompanyScreen = headingScreen('company', {
  heading: companies,
  more: <SetupChecklist />,
  children: { header: 'Icon', button: 'Social links', view: socialLinks },
});
