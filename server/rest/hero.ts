import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const dashboard = restRecord(records.hero.heading, {
  id: 'DashboardID',
  parent: null,
  fields: {
    title: text('DashboardTitle'),
    subTitle: text('DashboardSubTitle'),
    description: text('DashboardDescription'),
    videoLink: text('DashboardVideoLink'),
    logo: picture('DashboardLogoFile', 'DashboardLogoURL'),
    // Not in the specification; the names follow the other sections' pattern.
    backgroundImage: picture('DashboardBackgroundImageFile', 'ApiImageURL'),
    isActive: flag('IsActive'),
  },
});

const buttons = restRecord(records.hero.buttons, {
  id: 'DashboardButtonID',
  publicId: 'ButtonID',
  parent: 'DashboardID',
  fields: {
    text: text('DashboardButtonText'),
    link: text('ButtonLink'),
    color: text('ButtonColor'),
    isActive: flag('IsActive'),
  },
});

/** Hero and its buttons (specification, sections 3 and 7: Dashboard). */
export const heroRest = restSection('Introduction (dashboard)', [
  { record: dashboard, read: 'getdashboarddetail', save: 'savedashboardmaster' },
  {
    record: buttons,
    read: 'getdashboardbuttondetail',
    save: 'savedashboardbutton',
    remove: ['deletedashboardbutton', 'ButtonID'],
  },
]);
