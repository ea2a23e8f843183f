import { company, companySocialLink } from '../../../contract/company.ts';
import { socialSites } from '../../../contract/social.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { corners, density } from '../theme/shape.tsx';
import { typeface } from '../theme/typeface.tsx';
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
    accentColor: field.color('accent'),
    secondColor: field.color('second'),
    typeface: typeface(),
    corners: corners(),
    density: density(),
    darkLogo: field.image({ ground: 'dark' }),
    timeZone: field.timeZone(),
    isActive: field.yesNo(),
  },
  folded: {
    title: 'Look of the page',
    hint: 'Second colour, typefaces, corners, density, and the logo on dark grounds',
    fields: ['secondColor', 'typeface', 'corners', 'density', 'darkLogo'],
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
