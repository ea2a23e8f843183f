import { map } from '../../../contract/map.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';

const maps = recordView({
  noun: 'map',
  panel: 'Edit Map Detail',
  purpose: 'The map shows visitors the way to you.',
  ...contentRecord('map', 'heading'),
  schema: map,
  columns: { embed: column.text('Google Iframe'), isActive: column.yesNo() },
  fields: {
    embed: field.paragraph(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
  title: () => 'map',
});

/** Map Detail (specification, section 2). */
export const MapScreen = headingScreen('map', { heading: maps });
