import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { monitorFields } from '../../contract/health-monitors.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { serverIdsByName, setParents } from '../alarms/parents.ts';
import { requireChannels, setServerChannels } from '../alarms/server-channels.ts';
import { replaceChecks, requireChecks } from '../checks/replace.ts';
import type { Edit } from '../content/edit.ts';
import { findRow } from '../content/read.ts';
import { records } from '../content/records.ts';
import { deleteRow, saveRow } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound, Refusal } from '../errors.ts';
import { applyChecks } from './failing-checks.ts';
import { reconcileMonitors } from './reconcile.ts';
import { fromSettings, toSettings } from './schedule.ts';
import { saveSettings } from './settings.ts';

const record = records.clients.items;

/** Attempts while other requests change the same server, and the wait after the first one in milliseconds. */
const maxAttempts = 6;
const waitMs = 40;
/** Random bytes of a new server's code. */
const codeBytes = 18;

type Fields = z.output<typeof monitorFields>;

/**
 * Creates the server with this name, or changes the known one; what is left out keeps its value. A new server is a client that
 * is not on the page. Throws 409 if several clients have the name.
 */
export async function registerMonitor(deps: CoreDependencies, fields: Fields, edit: Edit): Promise<Registered> {
  // Before anything is created: a refused request changes nothing.
  if (fields.checks) requireChecks(deps, fields.checks);
  if (fields.channels) await requireChannels(deps.db, fields.channels);
  const parentIds = fields.parents && (await serverIdsByName(deps.db, fields.parents));
  if (fields.schedule) fromSettings(fields.schedule, deps.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await register(deps, { ...fields, parentIds }, edit);
    } catch (error) {
      // Another request for the same name is creating or changing the server.
      if (!(error instanceof Refusal) || error.kind !== 'conflict' || attempt === maxAttempts) throw error;
      await setTimeout(attempt * waitMs);
    }
  }
}

interface Registered {
  id: number;
  code: string;
}

async function register(
  deps: CoreDependencies,
  {
    name,
    schedule,
    graceSeconds,
    isOnStatusPage,
    checks,
    channels,
    parentIds,
  }: Fields & { parentIds: number[] | undefined },
  edit: Edit,
): Promise<Registered> {
  const known = await findByName(deps, name);
  const id = known ? known.id : await create(deps, name, edit);
  if (known && known.healthCode === '') await giveCode(deps, id, edit);
  await reconcileMonitors(deps.db, deps.now(), id);
  const [monitor] = await deps.db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
  if (!monitor) throw notFound('This server');
  await saveSettings(
    deps,
    {
      clientId: id,
      schedule: schedule ?? toSettings(monitor),
      graceSeconds: graceSeconds === undefined ? monitor.graceSeconds : graceSeconds,
      reminderHours: monitor.reminderHours,
      hasBadge: monitor.badge !== null,
      isOnStatusPage: isOnStatusPage ?? monitor.isOnStatusPage,
    },
    edit.recordChange,
  );
  if (checks) await replaceChecks(deps, id, checks);
  // The entry of the action is about the server's settings.
  if (parentIds) await setParents(deps.db, { clientId: id, parentIds }, () => {});
  if (channels) await setServerChannels(deps.db, { clientId: id, channelIds: channels }, () => {});
  await applyChecks(deps.db, deps.now(), [id]);
  return { id, code: monitor.code };
}

/** Ends the monitoring of a server. Its client is deleted too, unless the page shows the client. */
export async function removeMonitor(deps: CoreDependencies, id: number, edit: Edit): Promise<void> {
  const [monitor] = await deps.db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
  const client = await findRow(deps.db, record, id);
  if (!monitor || !client) throw notFound('This server');
  if (client.showOnHomePage)
    await saveRow(deps.db, record, { id }, { ...record.schema.parse(client), healthCode: '' }, edit);
  else await deleteRow(deps.db, record, id, edit);
  await reconcileMonitors(deps.db, deps.now(), id);
}

async function findByName({ db }: CoreDependencies, name: string) {
  const found = await byName({ db }, name);
  if (found.length > 1) throw conflict(`Several clients are called ${name}. Please give each a name of its own.`);
  return found[0];
}

function byName({ db }: Pick<CoreDependencies, 'db'>, name: string) {
  return (
    db
      .select({ id: clients.id, healthCode: clients.healthCode })
      .from(clients)
      // The index finds the name; the databases' lower case is that of ASCII.
      .where(and(eq(sql`lower(${clients.name})`, inAsciiLowerCase(name)), eq(clients.name, name)))
      .orderBy(asc(clients.id))
  );
}

function inAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Creates the client. Of two that are created for one name at the same time, the first one stays. */
async function create(deps: CoreDependencies, name: string, edit: Edit): Promise<number> {
  const { db } = deps;
  const [heading] = await db
    .select({ id: clientHeadings.id })
    .from(clientHeadings)
    .orderBy(asc(clientHeadings.position), asc(clientHeadings.id))
    .limit(1);
  if (!heading) throw conflict('The clients have no heading yet. Please add one in the back office first.');
  const values = record.schema.parse({
    name,
    displayOrder: 0,
    healthCode: freshCode(deps),
    logo: null,
    isActive: true,
    showOnHomePage: false,
  });
  const { id } = await saveRow(db, record, { parentId: heading.id }, values, edit);
  const [first] = await byName(deps, name);
  if (first === undefined || first.id === id) return id;
  await deleteRow(db, record, id, edit);
  return first.id;
}

async function giveCode(deps: CoreDependencies, id: number, edit: Edit): Promise<void> {
  const client = await findRow(deps.db, record, id);
  if (!client) throw notFound('This server');
  const values = { ...record.schema.parse(client), healthCode: freshCode(deps) };
  await saveRow(deps.db, record, { id, version: client.version }, values, edit);
}

function freshCode({ randomBytes }: CoreDependencies): string {
  return randomBytes(codeBytes).toString('base64url');
}
