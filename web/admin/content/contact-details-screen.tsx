import { contactDetailsHeading, contactIconLabels, contactLine } from '../../../contract/contact-details.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('contactDetails', {
  noun: 'address heading',
  panel: 'Edit Address Detail',
  purpose: 'The heading stands above your address, telephone and e-mail.',
  schema: contactDetailsHeading,
  background: 'Background image',
});

const lines = recordView({
  noun: 'contact line',
  panel: 'Edit Contact Details',
  rows: 'Contact lines',
  purpose: 'Contact lines tell visitors where you are and how to reach you.',
  ...contentRecord('contactDetails', 'lines'),
  schema: contactLine,
  columns: { name: column.text('Name'), description: column.text('Description'), isActive: column.yesNo() },
  fields: {
    name: field.text(),
    description: field.paragraph(),
    icon: field.icon(contactIconLabels),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Address Detail (specification, section 2). */
export const ContactDetailsScreen = headingScreen('contactDetails', {
  heading: headings,
  children: { header: 'Address', button: 'Contact lines', view: lines },
});
