import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.services.heading, {
  id: 'ServiceID',
  title: 'ServiceTitle',
  subTitle: 'ServiceSubTitle',
  file: 'ServiceBackgroundImageFile',
});

const items = restRecord(records.services.items, {
  id: 'ServiceDetailID',
  parent: 'ServiceID',
  fields: {
    name: text('ServiceIconText'),
    description: text('ServiceIconDescription'),
    icon: text('ServiceIcon'),
    isActive: flag('IsActive'),
  },
});

/** Services (specification, sections 3 and 7). */
export const servicesRest = restSection('Services', [
  { record: heading, read: 'getservicemasterdetail', save: 'saveservicemaster' },
  {
    record: items,
    read: 'getservicedetail',
    save: 'saveservicedetail',
    remove: ['deleteservicedetail', 'ServiceDetailID'],
  },
]);
