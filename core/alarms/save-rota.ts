import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { registeredRota, rotaFields } from '../../contract/alarm-rotas.ts';
import type { Database } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { alarmPolicies } from '../../db/schema/alarm-policies.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { secretBox } from '../telephony/secrets.ts';
import { calendarAddress } from './calendar-address.ts';
import { readRotaCalendars } from './jobs.ts';
import { activePeople, namedIds } from './rota-people.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'config' | 'queue' | 'log'>;
type Fields = z.output<typeof rotaFields>;
type Rota = NonNullable<Awaited<ReturnType<typeof findRota>>>;

const record = 'Rota';
const noun = 'This rota';
const maxRotas = 100;

/** Creates or changes a rota; returns its id. A calendar is read at once by a worker. Throws 409 if it was changed since `version`. */
export async function saveRota(deps: Deps, fields: Fields, recordChange: RecordChange): Promise<number> {
  const { db, now } = deps;
  const { id, version, name, timeZone, turns, overrides } = fields;
  const stored = id === undefined ? undefined : await findRota(db, eq(alarmRotas.id, id));
  if (id !== undefined && !stored) throw notFound(noun);
  if (!stored && (await db.$count(alarmRotas)) >= maxRotas)
    throw conflict(`There are ${maxRotas} rotas, which is the limit.`);
  await requirePeople(db, fields, stored);
  const calendar = calendarColumns(deps, fields.calendar, stored);
  const hasCalendar = Boolean(fields.calendar ?? stored?.calendar);
  if (hasCalendar && turns.length > 0)
    throw invalid({ turns: 'A rota has turns or a calendar, not both. Remove one of them' });
  const columns = { name, timeZone, turns, overrides, ...calendar };
  const expected = stored && and(eq(alarmRotas.id, stored.id), eq(alarmRotas.version, version ?? stored.version));
  const [saved] = await refusingTakenName(() =>
    stored
      ? db
          .update(alarmRotas)
          .set({ ...columns, version: sql`${alarmRotas.version} + 1` })
          .where(expected)
          .returning({ id: alarmRotas.id })
      : db
          .insert(alarmRotas)
          .values({ ...columns, createdAt: now() })
          .returning({ id: alarmRotas.id }),
  );
  if (!saved) throw conflict('This rota was changed by somebody else. Load it again.');
  const calendarHost = calendar.calendarHost === undefined ? (stored?.calendarHost ?? null) : calendar.calendarHost;
  recordChange({
    record,
    id: saved.id,
    before: stored && audited(stored),
    after: audited({ ...columns, calendarHost }),
  });
  const dedupeKey = `rota-calendar-${saved.id}`;
  if (hasCalendar) await enqueueStored(deps, readRotaCalendars, { rotaId: saved.id }, { dedupeKey });
  return saved.id;
}

/** Creates the rota with this name, or changes the known one; returns its id. */
export async function registerRota(
  deps: Deps,
  fields: z.output<typeof registeredRota>,
  recordChange: RecordChange,
): Promise<number> {
  const known = await findRota(deps.db, eq(alarmRotas.name, fields.name));
  return saveRota(deps, { ...fields, ...(known && { id: known.id }) }, recordChange);
}

/** Deletes a rota. Throws 409 if a policy notifies it: nobody would notice that the step reaches nobody. */
export async function removeRota({ db }: Pick<Deps, 'db'>, id: number, recordChange: RecordChange): Promise<void> {
  const policies = await db.select({ name: alarmPolicies.name, steps: alarmPolicies.steps }).from(alarmPolicies);
  const using = policies.find(({ steps }) =>
    steps.some(({ recipients }) => recipients.some((one) => one.kind === 'rota' && one.id === id)),
  );
  if (using) throw conflict(`The policy ${using.name} notifies this rota. Take it out of the policy first.`);
  const [removed] = await db.delete(alarmRotas).where(eq(alarmRotas.id, id)).returning();
  if (!removed) throw notFound(noun);
  recordChange({ record, id, before: audited(removed) });
}

async function findRota(db: Database, where: ReturnType<typeof eq>) {
  const { id, name, timeZone, turns, overrides, calendar, calendarHost, version } = alarmRotas;
  const [row] = await db
    .select({ id, name, timeZone, turns, overrides, calendar, calendarHost, version })
    .from(alarmRotas)
    .where(where);
  return row;
}

function audited({
  name,
  timeZone,
  turns,
  overrides,
  calendarHost,
}: Pick<Rota, 'name' | 'timeZone' | 'turns' | 'overrides' | 'calendarHost'>) {
  return { name, timeZone, turns: turns.length, replacements: overrides.length, calendar: calendarHost };
}

/** The columns of a changed address: what was read of another calendar does not count. */
function calendarColumns({ config }: Deps, address: string | undefined, stored: Rota | undefined) {
  if (address === undefined) return {};
  const known = stored?.calendar == null ? '' : calendarAddress(config, stored.calendar);
  if (address === known) return {};
  return {
    calendar: address === '' ? null : secretBox(config).seal(address),
    calendarHost: address === '' ? null : new URL(address).host,
    calendarText: null,
    calendarEvents: null,
    calendarReadAt: null,
    calendarProblem: null,
  };
}

/** Throws the messages of fields with unknown contacts. Contacts who were in the rota already may have been deleted since. */
async function requirePeople(db: Database, fields: Fields, stored: Rota | undefined): Promise<void> {
  const active = await activePeople(db, namedIds(fields));
  const known = new Set([...active.map(({ id }) => id), ...(stored ? namedIds(stored) : [])]);
  const isUnknown = ({ contactId }: { contactId: number }) => !known.has(contactId);
  const message = 'A contact does not exist or is not active. Choose another one';
  const problems = {
    ...(fields.turns.some(isUnknown) && { turns: message }),
    ...(fields.overrides.some(isUnknown) && { overrides: message }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

async function refusingTakenName<Result>(write: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (constraintErrorOf(error) !== 'unique') throw error;
    throw invalid({ name: 'There is a rota with this name already' });
  }
}
