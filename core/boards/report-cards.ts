import { and, asc, eq, gt, gte, lt, or, type SQL } from 'drizzle-orm';
import { type ReportChoices, type ReportDate, reportDates } from '../../contract/board-report.ts';
import type { Database } from '../../db/database.ts';
import { boardCards } from '../../db/schema/boards.ts';
import { createdAt } from '../providers/trello-answers.ts';

type Card = typeof boardCards.$inferSelect;
type Range = Pick<ReportChoices, 'date' | 'from' | 'to'>;

/** Cards read at a time. */
const batchSize = 500;
const dayMs = 86_400_000;

const columns = { due: boardCards.date, activity: boardCards.activityAt } as const;

/** The cards of a list within the range, by the chosen date, read in batches, so that any number fits in memory. */
export async function* cardsOf(db: Database, listId: string, range: Range): AsyncGenerator<Card> {
  const order = range.date === 'created' ? [asc(boardCards.id)] : [asc(columns[range.date]), asc(boardCards.id)];
  const wanted = and(eq(boardCards.listId, listId), ...within(range));
  for (let last: Card | undefined; ; ) {
    const cards = await db
      .select()
      .from(boardCards)
      .where(and(wanted, last && behind(range.date, last)))
      .orderBy(...order)
      .limit(batchSize);
    yield* cards;
    last = cards.at(-1);
    if (!last || cards.length < batchSize) return;
  }
}

/** The date of a card that the report uses, and its name. */
export function dateOf(card: Card, choice: ReportDate): { date: Date; dateUsed: string } {
  const created = createdAt(card.id);
  if (choice === 'created') return { date: created, dateUsed: reportDates.created };
  if (choice === 'activity') return { date: card.activityAt, dateUsed: reportDates.activity };
  // A sync stores the creation of a card without a due date.
  return { date: card.date, dateUsed: Number(card.date) === Number(created) ? reportDates.created : 'Due date' };
}

function within({ date, from, to }: Range): (SQL | undefined)[] {
  const first = from === undefined ? undefined : new Date(from);
  const end = to === undefined ? undefined : new Date(Date.parse(to) + dayMs);
  if (date === 'created')
    return [first && gte(boardCards.id, firstIdAt(first)), end && lt(boardCards.id, firstIdAt(end))];
  return [first && gte(columns[date], first), end && lt(columns[date], end)];
}

function behind(date: ReportDate, last: Card): SQL | undefined {
  if (date === 'created') return gt(boardCards.id, last.id);
  const [column, value] = date === 'due' ? [columns.due, last.date] : [columns.activity, last.activityAt];
  return or(gt(column, value), and(eq(column, value), gt(boardCards.id, last.id)));
}

/** The least id of records created at this time or later: ids begin with the seconds since 1970, 8 hex digits of 24. */
function firstIdAt(instant: Date): string {
  const seconds = Math.min(0xffff_ffff, Math.max(0, Math.ceil(Number(instant) / 1000)));
  return seconds.toString(16).padStart(8, '0').padEnd(24, '0');
}
