import { z } from 'zod';
import { checkIntervals } from '../../contract/clients.ts';
import type { Row } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { updatedOn } from '../../core/health/monitor-queries.ts';
import { secretGroupIds } from '../../core/status/groups.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { visibleClients } from '../content/clients.ts';
import { count, type Field, flag, numbered, text, type Viewer, wholeNumber } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';
import { decoded } from './request-body.ts';
import { route } from './route.ts';

type ClientRow = Row<typeof records.clients.items.table>;
type MonitorRow = typeof healthMonitors.$inferSelect;

const heading = restHeading(records.clients.heading, {
  id: 'ClientID',
  title: 'ClientHeadingText',
  subTitle: 'ClientSubHeadingText',
  file: 'ClientBackgroundImageFile',
  address: 'ApiBaseImageURL',
});

const interval = numbered('SystemHealthStatusCheckInterval', checkIntervals, 0);

/** Null if not positive (specification, section 3: Client detail). */
const telephonyClient: Field<number | null> = {
  name: 'TwilioClientId',
  output: { TwilioClientId: z.int().nullable() },
  input: (rules) => ({
    names: ['TwilioClientId'],
    isBlank: (raw) => raw === undefined,
    schema: decoded(rules, positiveOrNull, z.int().nullish()),
  }),
  read: (id) => ({ TwilioClientId: id }),
};

function positiveOrNull(raw: unknown): unknown {
  const id = wholeNumber(raw);
  return id === '' || (typeof id === 'number' && id <= 0) ? null : id;
}

const detail = restRecord(records.clients.items, {
  id: 'ClientDetailID',
  parent: 'ClientID',
  fields: {
    name: text('ClientName'),
    logo: picture('ClientLogoFile', 'ClientLogo'),
    displayOrder: count('DisplayOrder'),
    isActive: flag('IsActive'),
    healthCode: text('SystemHealthStatusCode'),
    checkInterval: interval,
    showOnHomePage: flag('ShowOnHomePage'),
    telephonyClientId: telephonyClient,
  },
});

const taskOutput = z.object({
  ClientLogoUrl: z.string(),
  ClientName: z.string(),
  HealthStatusCheckCode: z.string(),
  HealthStatusCheckInterval: z.int().describe('0 None, 1 15 Minutes, 2 30 Minutes, 3 Hour, 4 Day, 5 Week, 6 Month'),
  SystemStatusUpdatedOn: z.iso.datetime().nullable(),
  Status: z.literal([1, 2]).describe('1 online, 2 offline'),
});

/** A client's server check; a server without a ping is offline. */
function documentedTask(row: ClientRow, monitor: MonitorRow | undefined, viewer: Viewer): z.infer<typeof taskOutput> {
  const { ClientLogo } = detail.documented(row, viewer);
  return {
    ClientLogoUrl: String(ClientLogo),
    ClientName: row.name,
    HealthStatusCheckCode: row.healthCode,
    HealthStatusCheckInterval: checkIntervals.indexOf(row.checkInterval),
    SystemStatusUpdatedOn: updatedOn(monitor)?.toISOString() ?? null,
    Status: monitor?.status === 'online' ? 1 : 2,
  };
}

/** Clients and their server checks (specification, sections 3 and 7). */
export const clientsRest = restSection(
  'Clients',
  [
    { record: heading, read: 'getclientmasterdetail', save: 'saveclientmaster' },
    {
      record: detail,
      read: 'getclientdetail',
      save: 'saveclientdetail',
      remove: ['deleteclientdetail', 'ClientDetailID'],
    },
  ],
  [
    route({
      method: 'GET',
      path: '/api/getclienttasklist',
      access: 'public',
      summary:
        'Server checks of the clients that have a health code: all for an Admin, its own for a telephony client, those marked as public without a token',
      output: z.array(taskOutput),
      async handle(call) {
        const monitors = await call.deps.db.select().from(healthMonitors);
        const byClient = new Map(monitors.map((monitor) => [monitor.clientId, monitor]));
        // A visitor sees the servers that are marked as public, whether or not their clients are on the home page.
        const secretGroups = await secretGroupIds(call.deps.db);
        const isPublic = ({ id }: ClientRow) => {
          const monitor = byClient.get(id);
          return monitor?.isOnStatusPage === true && !secretGroups.has(monitor.statusGroupId);
        };
        const rows = await (call.all ? detail.rows(call) : visibleClients(call.deps, call.session, isPublic));
        const watched = rows.filter((row) => row.healthCode !== '');
        return { data: watched.map((row) => documentedTask(row, byClient.get(row.id), call.viewer)) };
      },
    }),
  ],
);
