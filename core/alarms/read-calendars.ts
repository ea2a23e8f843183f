import { and, eq, isNotNull } from 'drizzle-orm';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import type { CheckDeps } from '../checks/result.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure } from '../metrics/registry.ts';
import { calendarAddress } from './calendar-address.ts';
import { fetchCalendar } from './fetch-calendar.ts';
import { parseCalendar } from './parse-calendar.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now' | 'log'>;

const dayMs = 86_400_000;
/** Days before and after now whose shifts are stored. */
const stored = { before: 1, after: 35 };
/** Calendars that are read at the same time. */
const concurrency = 4;

const unreadableAddress =
  'Its address cannot be decrypted with the secret of this installation. Enter the address again.';

/** Reads the calendars of all rotas, or of one, and stores their shifts of the next weeks. Throws at the end if a rota could not be stored. */
export async function readCalendars(deps: Deps, check: CheckDeps, rotaId?: number): Promise<void> {
  const { id, timeZone, calendar, calendarText } = alarmRotas;
  const rotas = await deps.db
    .select({ id, timeZone, calendar, calendarText })
    .from(alarmRotas)
    .where(and(isNotNull(calendar), rotaId === undefined ? undefined : eq(id, rotaId)));
  const failures: unknown[] = [];
  for (let start = 0; start < rotas.length; start += concurrency) {
    const some = rotas.slice(start, start + concurrency).map((rota) => readOne(deps, check, rota));
    for (const result of await Promise.allSettled(some)) if (result.status === 'rejected') failures.push(result.reason);
  }
  if (failures.length > 0) throw failures[0];
}

type Rota = Pick<typeof alarmRotas.$inferSelect, 'id' | 'timeZone' | 'calendar' | 'calendarText'>;

/** A calendar that cannot be read keeps its last good text, whose later shifts count. */
async function readOne(deps: Deps, check: CheckDeps, { id, timeZone, calendar, calendarText }: Rota): Promise<void> {
  if (calendar === null) return;
  const at = Number(deps.now());
  const window = {
    timeZone,
    from: new Date(at - stored.before * dayMs),
    until: new Date(at + stored.after * dayMs),
  };
  const address = calendarAddress(deps.config, calendar);
  const fetched = address === null ? { problem: unreadableAddress } : await fetchCalendar(address, check);
  const parsed = 'text' in fetched ? await parseCalendar(fetched.text, window) : fetched;
  if ('text' in fetched && 'events' in parsed) {
    await store({
      calendarText: fetched.text,
      calendarEvents: parsed.events,
      calendarReadAt: new Date(at),
      calendarProblem: null,
    });
    return;
  }
  const problem = 'problem' in parsed ? parsed.problem : '';
  countFailure('calendar');
  deps.log.warn({ rotaId: id, problem }, 'the calendar of a rota could not be read');
  const old = calendarText === null ? null : await parseCalendar(calendarText, window);
  await store({ calendarProblem: problem, ...(old && 'events' in old && { calendarEvents: old.events }) });

  function store(columns: Partial<typeof alarmRotas.$inferInsert>) {
    // Another address may have been saved since.
    const isSame = and(eq(alarmRotas.id, id), eq(alarmRotas.calendar, calendar ?? ''));
    return deps.db.update(alarmRotas).set(columns).where(isSame);
  }
}
