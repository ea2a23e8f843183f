import { and, asc, eq, isNull } from 'drizzle-orm';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { alarmIncidents, alarmNotices, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { alarmPolicies } from '../../db/schema/alarm-policies.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { queueAlarmMail } from '../health/alarm-mails.ts';
import { companyTimeZone, formatDuration } from '../health/alarm-time.ts';
import { affectedByDrill, leavesServersOut } from './drill-server.ts';
import type { Incident } from './find-incident.ts';
import type { AlarmMessage } from './notify.ts';
import { storeAndSend } from './store-and-send.ts';

/** People have this long to answer after the last step. */
const answerWithinMs = 3_600_000;
/** Monthly drills begin on the first working day from this hour on, in the company's time zone. */
const drillHour = 10;

/** Starts a fire drill of a policy; returns its incident. Throws 404, and 409 while one runs. */
export async function startDrill(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>,
  policyId: number,
  recordChange: RecordChange,
): Promise<number> {
  const { db, now } = deps;
  const [policy] = await db.select().from(alarmPolicies).where(eq(alarmPolicies.id, policyId));
  if (!policy) throw notFound('This policy');
  const isRunning = and(
    eq(alarmIncidents.policyId, policyId),
    eq(alarmIncidents.kind, 'drill'),
    isNull(alarmIncidents.resolvedAt),
  );
  if ((await db.$count(alarmIncidents, isRunning)) > 0) throw conflict('A fire drill of this policy is running.');
  const id = await openDrill(deps, policy, `drill-${policyId}-${Number(now())}`);
  if (id === null) throw conflict('A fire drill of this policy is running.');
  recordChange({ record: 'Fire drill', id, after: { policy: policy.name } });
  return id;
}

/** Starts the monthly drills that are due, each once: on the first working day of the month. */
export async function startMonthlyDrills(deps: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>): Promise<void> {
  const { db, now } = deps;
  const policies = await db.select().from(alarmPolicies).where(eq(alarmPolicies.isDrilled, true));
  if (policies.length === 0) return;
  const { month, isDue } = dayOf(now(), await companyTimeZone(db));
  if (!isDue) return;
  for (const policy of policies) {
    // A policy that was made in this month begins with the next one.
    if (dayOf(policy.createdAt, 'UTC').month === month) continue;
    await openDrill(deps, policy, `drill-${policy.id}-${month}`);
  }
}

/** The month, such as `2026-11`, and whether it is its first working day, from the hour of drills on. */
export function dayOf(at: Date, timeZone: string): { month: string; isDue: boolean } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [day, weekday] = [Number(part('day')), part('weekday')];
  const isWorkingDay = weekday !== 'Sat' && weekday !== 'Sun';
  // The first working day is the 1st, or a Monday after a weekend.
  const isFirst = isWorkingDay && (day === 1 || (weekday === 'Mon' && day <= 3));
  return { month: `${part('year')}-${part('month')}`, isDue: isFirst && Number(part('hour')) >= drillHour };
}

async function openDrill(
  { db, now, randomBytes }: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>,
  policy: typeof alarmPolicies.$inferSelect,
  openKey: string,
): Promise<number | null> {
  try {
    const [opened] = await db
      .insert(alarmIncidents)
      .values({
        kind: 'drill',
        openKey,
        ...(await affectedByDrill(db, policy)),
        policyId: policy.id,
        title: `Fire drill of the policy ${policy.name}`,
        openedAt: now(),
        linkKey: randomBytes(16).toString('base64url'),
        stepAt: now(),
      })
      .returning({ id: alarmIncidents.id });
    return opened?.id ?? null;
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') return null;
    throw error;
  }
}

/** The request of a fire drill for an answer. */
export function drillMessage(incident: Incident): AlarmMessage {
  const text = {
    lead: `TEST: ${incident.title}`,
    detail: '',
    facts: 'Please answer that this has reached you.',
    reason: '',
  };
  return {
    key: `${incident.openKey}-step${incident.step}`,
    type: 'test',
    texts: { short: text, long: text },
    at: incident.openedAt,
    news: [],
    incident,
  };
}

/** Ends the drills whose recipients have all answered, or whose time is over, with a report to the company. */
export async function finishDrills(deps: CoreDependencies): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const drills = await db
    .select()
    .from(alarmIncidents)
    .where(and(isNull(alarmIncidents.resolvedAt), eq(alarmIncidents.kind, 'drill')));
  for (const drill of drills) {
    if (drill.stepAt !== null) continue;
    const notices = await db
      .select()
      .from(alarmNotices)
      .where(eq(alarmNotices.incidentId, drill.id))
      .orderBy(asc(alarmNotices.id));
    const last = Math.max(Number(drill.openedAt), ...notices.map(({ at }) => Number(at)));
    const people = [...Map.groupBy(notices, ({ recipient }) => recipient).values()].map((own) => answerOf(drill, own));
    if (Number(now) < last + answerWithinMs && people.some(({ after }) => after === null)) continue;
    await report(deps, drill, people, now);
  }
}

interface DrillAnswer {
  name: string;
  /** Milliseconds until the answer; null without one. */
  after: number | null;
}

function answerOf(drill: Incident, notices: readonly (typeof alarmNotices.$inferSelect)[]): DrillAnswer {
  const answers = notices.flatMap(({ answeredAt, at }) => (answeredAt ? [Number(answeredAt) - Number(at)] : []));
  return { name: notices[0]?.name ?? drill.title, after: answers.length === 0 ? null : Math.min(...answers) };
}

/** Part of the report on a drill of a policy for several servers. */
const leftOut =
  'Contacts and channels of servers were left out, because the policy applies to several: choose a server for its fire drills.';

async function isIncomplete({ db }: CoreDependencies, drill: Incident): Promise<boolean> {
  if (drill.policyId === null) return false;
  const [policy] = await db
    .select({ steps: alarmPolicies.steps })
    .from(alarmPolicies)
    .where(eq(alarmPolicies.id, drill.policyId));
  return policy !== undefined && leavesServersOut(drill, policy);
}

async function report(
  deps: CoreDependencies,
  drill: Incident,
  people: readonly DrillAnswer[],
  now: Date,
): Promise<void> {
  const answered = people.flatMap(({ name, after }) => (after === null ? [] : [`${name} (${formatDuration(after)})`]));
  const missing = people.filter(({ after }) => after === null).map(({ name }) => name);
  const text = [
    answered.length === 0 ? 'Nobody answered.' : `Answered: ${answered.join(', ')}.`,
    missing.length === 0 ? '' : `No answer: ${missing.join(', ')}.`,
    (await isIncomplete(deps, drill)) ? leftOut : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  const onceKey = `resolved-${drill.id}`;
  await storeAndSend(deps, (tx) => ({
    stored:
      deps.config.smtpUrl === null
        ? []
        : [
            {
              as: 'mail' as const,
              statement: queueAlarmMail(tx, {
                eventKey: `${drill.openKey}-report`,
                text: `${drill.title}\n\n${text}`,
                now,
              }),
            },
          ],
    further: [
      tx
        .update(alarmIncidents)
        .set({ resolvedAt: now })
        .where(and(eq(alarmIncidents.id, drill.id), isNull(alarmIncidents.resolvedAt))),
      tx
        .insert(incidentEntries)
        .values({ incidentId: drill.id, at: now, event: 'resolved', text, onceKey })
        .onConflictDoNothing(),
    ],
  }));
}
