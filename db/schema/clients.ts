import { sql } from 'drizzle-orm';
import { checkIntervals } from '../../contract/clients.ts';
import { childOf, choice, count, flag, headingColumns, image, index, recordColumns, table, text } from '../columns.ts';

export const clientHeadings = table('client_headings', headingColumns());

export const clients = table(
  'clients',
  {
    ...recordColumns(),
    parentId: childOf(() => clientHeadings.id),
    name: text().notNull(),
    displayOrder: count().notNull(),
    healthCode: text().notNull().default(''),
    checkInterval: choice(checkIntervals).notNull().default('none'),
    telephonyClientId: count(),
    logo: image(),
    showOnHomePage: flag().notNull(),
  },
  (row) => [
    index('clients_parent').on(row.parentId),
    index('clients_health_code').on(row.healthCode),
    index('clients_home_page').on(row.showOnHomePage, row.displayOrder),
    index('clients_name').on(sql`lower(${row.name})`),
    index('clients_account').on(row.telephonyClientId),
  ],
);
