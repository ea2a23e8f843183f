import { fact, factHeading } from '../../../contract/facts.ts';
import { messages, titles } from '../../../contract/messages.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { notifyError } from '../shell/notify.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('facts', {
  noun: 'facts heading',
  panel: 'Edit Facts Detail',
  purpose: 'The heading stands above your facts.',
  schema: factHeading,
  background: 'Background Image',
});

const facts = recordView({
  noun: 'fact',
  panel: 'Facts List',
  rows: 'Facts',
  purpose: 'Facts appear as large figures that count up.',
  ...contentRecord('facts', 'items'),
  schema: fact,
  columns: { label: column.text('Label'), count: column.number('Count'), isActive: column.yesNo() },
  fields: { label: field.text(), count: field.number(), isActive: field.yesNo() },
  initial: { isActive: true },
  // This screen's toast is styled as an error (specification, section 8).
  onDeleted: (undo) => notifyError(titles.delete, messages.deleted, undo),
});

/** Facts Detail (specification, section 2). */
export const FactsScreen = headingScreen('facts', {
  heading: headings,
  children: { header: 'Facts', view: facts },
});
