import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.contactDetails.heading, {
  id: 'ContactID',
  title: 'ContactTitleText',
  subTitle: 'ContactSubTitleText',
  file: 'ContactBackgroundImageFile',
});

const lines = restRecord(records.contactDetails.lines, {
  id: 'ContactDescriptionID',
  parent: 'ContactID',
  fields: {
    name: text('ContactName'),
    description: text('ContactDescription'),
    icon: text('ContactIcon'),
    isActive: flag('IsActive'),
  },
});

/** Address list (specification, sections 3 and 7: Contact master and detail). */
export const addressRest = restSection('Address', [
  { record: heading, read: 'getcontactmaster', save: 'savecontactmaster' },
  {
    record: lines,
    read: 'getcontactdetail',
    save: 'savecontactdetail',
    remove: ['deletecontactdetail', 'ContactDescriptionID'],
  },
]);
