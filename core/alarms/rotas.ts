import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { rotaPlan } from '../../contract/alarm-rotas.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { activePeople, namedIds, type StoredPlan, withPeople } from './rota-people.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

/** Days that a preview shows. */
const previewDays = 14;
const dayMs = 86_400_000;

const plan = {
  timeZone: alarmRotas.timeZone,
  turns: alarmRotas.turns,
  overrides: alarmRotas.overrides,
  calendarEvents: alarmRotas.calendarEvents,
};
const shown = {
  ...plan,
  id: alarmRotas.id,
  name: alarmRotas.name,
  version: alarmRotas.version,
  calendarHost: alarmRotas.calendarHost,
  calendarReadAt: alarmRotas.calendarReadAt,
  calendarProblem: alarmRotas.calendarProblem,
};

/** All rotas by name, each with who is on call, until when, and what is wrong. `until` is null if nothing changes for two weeks. */
export async function listRotas({ db, now }: Deps) {
  const [rows, people] = await Promise.all([
    db.select(shown).from(alarmRotas).orderBy(asc(alarmRotas.name)),
    activePeople(db),
  ]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const { shiftsOf } = await import('./rota.ts');
  const at = now();
  const end = new Date(Number(at) + previewDays * dayMs);
  return rows.map(({ calendarEvents, ...row }) => {
    const { rota, problems } = withPeople({ ...row, calendarEvents }, people);
    const [first] = shiftsOf(rota, at, end);
    const onCall = (first?.contactIds ?? []).map((id) => ({ id, name: names.get(id) ?? '' }));
    if (row.calendarProblem !== null) problems.unshift(`The calendar could not be read. ${row.calendarProblem}`);
    return { ...row, onCall, until: first && first.until < end ? first.until : null, problems };
  });
}

/** Shifts and gaps of the next 14 days; of a stored rota with the calendar, with turns and replacements as given. */
export async function previewRota({ db, now }: Deps, id: number | undefined, given: z.output<typeof rotaPlan>) {
  const [[stored], people] = await Promise.all([
    id === undefined
      ? []
      : db.select({ calendarEvents: alarmRotas.calendarEvents }).from(alarmRotas).where(eq(alarmRotas.id, id)),
    activePeople(db),
  ]);
  const names = new Map(people.map(({ id: one, name }) => [one, name]));
  const { rota } = withPeople({ ...given, calendarEvents: stored?.calendarEvents ?? null }, people);
  const { shiftsOf } = await import('./rota.ts');
  const from = now();
  return shiftsOf(rota, from, new Date(Number(from) + previewDays * dayMs)).map(({ contactIds, ...shift }) => ({
    ...shift,
    contacts: contactIds.map((one) => ({ id: one, name: names.get(one) ?? '' })),
  }));
}

/**
 * The ids of the contacts who are on call at a time, by rota. Nobody is on call of a rota that does not exist; contacts who are inactive
 * or deleted are left out.
 */
export async function onCallNow(
  db: Database,
  rotaIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>(rotaIds.map((id) => [id, []]));
  if (rotaIds.length === 0) return found;
  const rows = await db
    .select({ ...plan, id: alarmRotas.id })
    .from(alarmRotas)
    .where(isOneOf(alarmRotas.id, rotaIds));
  // Titles of a calendar may name anybody.
  const people = await activePeople(db, rows.some(hasEvents) ? undefined : rows.flatMap(namedIds));
  const { onCall } = await import('./rota.ts');
  for (const { id, ...row } of rows) found.set(id, onCall(withPeople(row, people).rota, at));
  return found;
}

function hasEvents({ calendarEvents }: StoredPlan): boolean {
  return calendarEvents !== null && calendarEvents.length > 0;
}
