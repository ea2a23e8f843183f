import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Statement, Transaction } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmIncidents, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type DueStep, readDueSteps } from './due-steps.ts';
import { storeNotices, withinLimits } from './limits.ts';
import { notify } from './notify.ts';
import { groupRows } from './open-incidents.ts';
import { storeAndSend } from './store-and-send.ts';

/** Recipients that an entry of the timeline names. */
const maxNames = 20;

/** Takes the steps of incidents that are due, each once however many workers do. True: there may be more. */
export async function takeSteps(deps: CoreDependencies): Promise<boolean> {
  const { due, hasMore } = await readDueSteps(deps);
  if (due.length === 0) return hasMore;
  // Another worker may have taken one of them; alone, the others are not lost with it.
  if (!(await take(deps, due))) for (const one of due) await take(deps, [one]);
  await yieldToEventLoop();
  return hasMore;
}

/** Takes steps in one transaction. False: another worker was faster with one, or someone has acknowledged; then none is taken. */
async function take(deps: CoreDependencies, due: readonly DueStep[]): Promise<boolean> {
  const { db, config } = deps;
  const now = deps.now();
  const notified = due.flatMap(({ incident, policy: { maxPerHour }, messages }) =>
    messages.map(({ target: { recipient }, message }) => ({ incidentId: incident.id, recipient, message, maxPerHour })),
  );
  const all = await withinLimits(db, notified, now);
  const groups = all.flatMap(({ message: { key, news } }) => (news.length > 1 ? groupRows({ news }, key) : []));
  try {
    await storeAndSend(deps, (tx) => ({
      stored: all.flatMap(({ recipient, message, summaryAt }) =>
        summaryAt === null ? notify(tx, config, [recipient], message, now) : [],
      ),
      further: [
        ...due.flatMap((one) => claim(tx, one, now)),
        ...storeNotices(tx, all, now),
        ...(groups.length === 0 ? [] : [tx.insert(alarmGroups).values(groups).onConflictDoNothing()]),
      ],
    }));
  } catch (error) {
    const constraint = constraintErrorOf(error);
    if (constraint === 'missing' || constraint === 'unique') return false;
    throw error;
  }
  return true;
}

/**
 * Statements that record a step as taken and make the next one due. The entry fails the transaction if the incident has no such step any
 * more: its number then is null.
 */
function claim(tx: Transaction, { incident, policy, plan, messages }: DueStep, now: Date): Statement[] {
  const { id, step } = incident;
  const isDue = and(
    eq(alarmIncidents.id, id),
    eq(alarmIncidents.step, step),
    lte(alarmIncidents.stepAt, now),
    isNull(alarmIncidents.resolvedAt),
  );
  const incidentId = sql<number>`(select ${alarmIncidents.id} from ${alarmIncidents} where ${isDue})`;
  const onceKey = `step-${id}-${step}`;
  const names = [...new Map(messages.map(({ target: { key, recipient } }) => [key, recipient.name])).values()];
  const who = `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}`;
  const { next, unreached } = plan;
  const missed = unreached.map((place) => `Step ${place + 1} reaches nobody.`).join(' ');
  const event = names.length === 0 ? ('unreached' as const) : ('notified' as const);
  const place =
    policy.id === null || plan.isFallback
      ? ''
      : `Step ${(plan.position % policy.steps.length) + 1} of ${policy.name}. `;
  return [
    tx.insert(incidentEntries).values({ incidentId, at: now, event, who, text: `${place}${missed}`.trim(), onceKey }),
    tx
      .update(alarmIncidents)
      .set({
        step: step + 1,
        ...(next && { position: next.position }),
        stepAt: next && new Date(Number(now) + next.afterMs),
      })
      .where(isDue),
  ];
}
