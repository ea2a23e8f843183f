import { checkIntervalLabels, clientHeading, client as clientSchema } from '../../../contract/clients.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';
import { healthCode } from './health-code.tsx';
import { telephonyClient } from './telephony-client.tsx';

const headings = heading('clients', {
  noun: 'clients heading',
  panel: 'Edit Client Detail',
  purpose: 'The heading stands above the logos of your clients.',
  schema: clientHeading,
  background: 'Background Image',
});

const clients = recordView({
  noun: 'client',
  panel: 'Client List',
  rows: 'Clients',
  purpose: 'Clients appear with their logos in a slider, and Schedule Tasks watches their servers.',
  ...contentRecord('clients', 'items'),
  schema: clientSchema,
  columns: {
    name: column.text('Name'),
    logo: column.picture('Image'),
    isActive: column.yesNo(),
    displayOrder: column.number('Display Order'),
  },
  fields: {
    name: field.text(),
    displayOrder: field.number(),
    healthCode: healthCode(),
    checkInterval: field.select(checkIntervalLabels),
    telephonyClientId: telephonyClient(),
    logo: field.image(),
    isActive: field.yesNo(),
    showOnHomePage: field.yesNo(),
  },
  initial: { healthCode: '', checkInterval: 'none', telephonyClientId: null, isActive: true, showOnHomePage: true },
});

/** Client Detail (specification, section 2). */
export const ClientsScreen = headingScreen('clients', {
  heading: headings,
  children: { header: 'Clients', view: clients },
});
