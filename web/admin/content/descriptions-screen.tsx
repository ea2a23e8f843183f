import { description } from '../../../contract/descriptions.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { listScreen } from '../records/list-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';

const positions = { left: 'Left', right: 'Right' };

const descriptions = recordView({
  noun: 'description',
  panel: 'Edit Description Detail',
  rows: 'Descriptions',
  purpose: 'Descriptions appear as blocks of text beside a picture.',
  ...contentRecord('descriptions', 'items'),
  schema: description,
  columns: {
    title: column.text('Title'),
    description: column.text('Description'),
    side: column.choice('Position', positions),
    backgroundImage: column.picture('Background'),
    isActive: column.yesNo(),
  },
  fields: {
    title: field.text(),
    description: field.paragraph(),
    side: field.select(positions),
    backgroundImage: field.image(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Description Detail (specification, section 2); without deletion. */
export const DescriptionsScreen = listScreen('descriptions', { view: descriptions });
