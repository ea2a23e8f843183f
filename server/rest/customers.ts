import { z } from 'zod';
import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.customers.heading, {
  id: 'CustomerID',
  // The specification's spelling.
  title: 'CustumerTitleText',
  subTitle: 'CustomerSubTitleText',
  file: 'CustomerBackgroundImageFile',
});

const feedback = restRecord(records.customers.feedback, {
  id: 'CustomerFeedbackID',
  // CustomerID is a customer's CustomerDetailID here and the heading's id in the heading.
  parent: 'CustomerID',
  fields: { text: text('CustomerFeedbackText'), isActive: flag('IsActive') },
});

const detail = restRecord(records.customers.items, {
  id: 'CustomerDetailID',
  parent: 'CustomerMasterID',
  fields: {
    firstName: text('CustomerFirstName'),
    lastName: text('CustomerLastName'),
    designation: text('CustomerDesignation'),
    photo: picture('CustomerPhotoFile', 'ApiImageURL', 'CustomerPhoto'),
    isActive: flag('IsActive'),
  },
  derived: { CustomerFullName: { schema: z.string(), value: (row) => `${row.firstName} ${row.lastName}` } },
  nested: { CustomerFeedback: feedback },
});

/** Customer reviews (specification, sections 3 and 7). */
export const customersRest = restSection('Customers', [
  { record: heading, read: 'getcustomermasterdetail', save: 'savecustomermaster' },
  {
    record: detail,
    read: 'getcustomerdetail',
    save: 'savecustomerdetail',
    remove: ['deletecustomerdetail', 'CustomerDetailID'],
  },
  {
    record: feedback,
    read: 'getcustomerfeedbackdetail',
    save: 'savecustomerfeedbackdetail',
    remove: ['deletecustomerFeedbackdetail', 'CustomerFeedbackID'],
    listOf: ['getfeedbacklistbycustomer', detail],
  },
]);
