import { and, asc, eq, gt, or } from 'drizzle-orm';
import {
  boardCards,
  boardCategories,
  boardCategoryLabels,
  boardFields,
  boardLabels,
  boardLists,
  boards,
} from '../../db/schema/boards.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { type Amount, amountFieldNames, amountInName, amountOfField } from './amount.ts';
import { labelName } from './categories.ts';
import { isVisibleTo } from './sharing.ts';

/** One card of an expense report. */
export interface Expense {
  /** The due date, else the card's creation date. */
  date: Date;
  card: string;
  description: string;
  labels: string;
  /** Categories of its labels; empty without one. */
  category: string;
  amount: Amount | null;
  url: string;
  isArchived: boolean;
}

/** A list's expenses. */
export interface ExpenseReport {
  list: string;
  board: string;
  madeAt: Date;
  /** The cards by date, read in batches, so that any number fits in memory. */
  expenses(): AsyncGenerator<Expense>;
}

/** Cards read at a time. */
const batchSize = 500;

type Deps = Pick<CoreDependencies, 'db' | 'now'>;
type Describe = (card: typeof boardCards.$inferSelect) => Expense;

/** The expense report of a list on a board that the user may see. Throws 404. */
export async function expenseReport(deps: Deps, listId: string, session: Session): Promise<ExpenseReport> {
  const [found] = await deps.db
    .select({ list: boardLists, board: boards })
    .from(boardLists)
    .innerJoin(boards, eq(boards.id, boardLists.boardId))
    .where(and(eq(boardLists.id, listId), isVisibleTo(deps.db, session)));
  if (!found) throw notFound('This list');
  const describe = await describer(deps, found.board.id);
  return {
    list: found.list.name,
    board: found.board.name,
    madeAt: deps.now(),
    expenses: () => expenses(deps, listId, describe),
  };
}

async function* expenses({ db }: Deps, listId: string, describe: Describe): AsyncGenerator<Expense> {
  for (let last: { date: Date; id: string } | undefined; ; ) {
    const behind =
      last && or(gt(boardCards.date, last.date), and(eq(boardCards.date, last.date), gt(boardCards.id, last.id)));
    const cards = await db
      .select()
      .from(boardCards)
      .where(and(eq(boardCards.listId, listId), behind))
      .orderBy(asc(boardCards.date), asc(boardCards.id))
      .limit(batchSize);
    for (const card of cards) yield describe(card);
    last = cards.at(-1);
    if (!last || cards.length < batchSize) return;
  }
}

/** Returns a function that describes a board's cards with label names, categories and amounts. */
async function describer({ db }: Deps, boardId: number): Promise<Describe> {
  const labels = new Map<string, { name: string; categories: string[] }>();
  for (const label of await db.select().from(boardLabels).where(eq(boardLabels.boardId, boardId)))
    labels.set(label.id, { name: labelName(label), categories: [] });
  const sorted = await db
    .select({ labelId: boardCategoryLabels.labelId, name: boardCategories.name })
    .from(boardCategoryLabels)
    .innerJoin(boardCategories, eq(boardCategories.id, boardCategoryLabels.categoryId))
    .innerJoin(boardLabels, eq(boardLabels.id, boardCategoryLabels.labelId))
    .where(eq(boardLabels.boardId, boardId))
    .orderBy(asc(boardCategories.nameKey));
  for (const { labelId, name } of sorted) labels.get(labelId)?.categories.push(name);
  const fields = await amountFields({ db }, boardId);

  return (card) => {
    const own = card.labelIds.map((id) => labels.get(id)).filter((label) => label !== undefined);
    const categories = new Set(own.flatMap((label) => label.categories).toSorted());
    const entered = fields.map((id) => card.values[id]).find((value) => value !== undefined);
    return {
      date: card.date,
      card: card.name,
      description: card.description,
      labels: own.map((label) => label.name).join(', '),
      category: [...categories].join(', '),
      amount: entered === undefined ? amountInName(card.name) : amountOfField(entered),
      url: card.url,
      isArchived: card.isArchived,
    };
  };
}

/** Ids of the number fields that hold amounts, by priority. */
async function amountFields({ db }: Pick<Deps, 'db'>, boardId: number): Promise<string[]> {
  const fields = await db
    .select()
    .from(boardFields)
    .where(and(eq(boardFields.boardId, boardId), eq(boardFields.type, 'number')));
  return amountFieldNames.flatMap((name) =>
    fields.filter((field) => field.name.trim().toLowerCase() === name).map((field) => field.id),
  );
}

/** Start of the day (UTC) of an instant. */
export function dayOf(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()));
}
