import { customer, customerHeading, feedback } from '../../../contract/customers.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';
import { personColumns, personFields } from './person.ts';

const headings = heading('customers', {
  noun: 'customer heading',
  panel: 'Edit Customer Detail',
  purpose: 'The heading stands above the reviews of your customers.',
  schema: customerHeading,
  background: 'Background Image',
});

const customers = recordView({
  noun: 'customer',
  panel: 'Customer List',
  rows: 'Customers',
  purpose: 'Customers appear with their photo beside their reviews.',
  ...contentRecord('customers', 'items'),
  schema: customer,
  columns: {
    ...personColumns,
    photo: column.picture('Profile Photo'),
    isActive: column.yesNo(),
  },
  fields: {
    ...personFields,
    photo: field.image(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

const feedbacks = recordView({
  noun: 'feedback',
  panel: 'Customer Feedback',
  rows: 'Feedback',
  purpose: 'Each feedback appears as a review on the page.',
  ...contentRecord('customers', 'feedback'),
  schema: feedback,
  columns: { text: column.text('Feedback'), isActive: column.yesNo() },
  fields: { text: field.paragraph(), isActive: field.yesNo() },
  initial: { isActive: true },
});

/** Customer Detail (specification, section 2); a customer's feedback replaces the list of customers until closed. */
export const CustomersScreen = headingScreen('customers', {
  heading: headings,
  children: { header: 'Customers', view: customers, children: { header: 'Feedback', view: feedbacks } },
});
