import { and, asc, eq } from 'drizzle-orm';
import { isRange, type ReportChoices, reportDates } from '../../contract/board-report.ts';
import { boardLists, boards } from '../../db/schema/boards.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { type DescribedCard, describer } from './describe-card.ts';
import { cardsOf, dateOf } from './report-cards.ts';
import { isVisibleTo } from './sharing.ts';

/** One card of an expense report. */
export interface Expense extends DescribedCard {
  board: string;
  list: string;
  date: Date;
  /** Which date of the card that is. */
  dateUsed: string;
}

/** The expenses of a list, a board or all boards. */
export interface ExpenseReport {
  /** The list, the board, or all boards. */
  title: string;
  /** Below the title. */
  subtitle: string;
  /** What the cards come from: the columns of the report name the rest. */
  scope: 'list' | 'board' | 'boards';
  /** The choices in words. */
  notes: string;
  madeAt: Date;
  /** The cards by board, list and date, read in batches, so that any number fits in memory. */
  expenses(): AsyncGenerator<Expense>;
}

type Deps = Pick<CoreDependencies, 'db' | 'now'>;
interface List {
  list: typeof boardLists.$inferSelect;
  board: typeof boards.$inferSelect;
}

/** The expense report of a list on a board that the user may see. Throws 400 for an empty range, 404. */
export async function listReport(
  deps: Deps,
  listId: string,
  choices: ReportChoices,
  session: Session,
): Promise<ExpenseReport> {
  const lists = await listsAndBoards(deps).where(and(eq(boardLists.id, listId), isVisibleTo(deps.db, session)));
  const [found] = lists;
  if (!found) throw notFound('This list');
  return reportOf(deps, lists, choices, {
    title: found.list.name,
    subtitle: `Board: ${found.board.name}`,
    scope: 'list',
  });
}

/** The expense report of a board, or of all boards, that the user may see. Throws 400 for an empty range, 404. */
export async function boardsReport(
  deps: Deps,
  boardId: string | undefined,
  choices: ReportChoices,
  session: Session,
): Promise<ExpenseReport> {
  const isVisible = isVisibleTo(deps.db, session);
  const wanted = and(isVisible, boardId === undefined ? undefined : eq(boards.trelloId, boardId));
  const found = await deps.db.select({ name: boards.name }).from(boards).where(wanted);
  if (boardId !== undefined && found.length === 0) throw notFound('This board');
  const lists = await listsAndBoards(deps)
    .where(wanted)
    .orderBy(
      asc(boards.isArchived),
      asc(boards.name),
      asc(boards.id),
      asc(boardLists.isArchived),
      asc(boardLists.position),
    );
  const count = `${lists.length} ${lists.length === 1 ? 'list' : 'lists'}`;
  if (boardId === undefined)
    return reportOf(deps, lists, choices, {
      title: 'All boards',
      subtitle: `${found.length} ${found.length === 1 ? 'board' : 'boards'}, ${count}`,
      scope: 'boards',
    });
  return reportOf(deps, lists, choices, {
    title: found[0]?.name ?? '',
    subtitle: `Board with ${count}`,
    scope: 'board',
  });
}

function listsAndBoards({ db }: Deps) {
  return db
    .select({ list: boardLists, board: boards })
    .from(boardLists)
    .innerJoin(boards, eq(boards.id, boardLists.boardId));
}

function reportOf(
  deps: Deps,
  lists: readonly List[],
  choices: ReportChoices,
  head: Pick<ExpenseReport, 'title' | 'subtitle' | 'scope'>,
): ExpenseReport {
  if (!isRange(choices)) throw invalid({ to: 'to must not be before from' });
  return { ...head, notes: notesOf(choices), madeAt: deps.now(), expenses: () => expenses(deps, lists, choices) };
}

async function* expenses({ db }: Deps, lists: readonly List[], choices: ReportChoices): AsyncGenerator<Expense> {
  let described: { boardId: number; describe: Awaited<ReturnType<typeof describer>> } | undefined;
  for (const { list, board } of lists) {
    if (described?.boardId !== board.id)
      described = { boardId: board.id, describe: await describer(db, board.id, choices.currency) };
    for await (const card of cardsOf(db, list.id, choices))
      yield { board: board.name, list: list.name, ...dateOf(card, choices.date), ...described.describe(card) };
  }
}

function notesOf({ date, from, to, currency }: ReportChoices): string {
  const range = [...(from ? [`from ${from}`] : []), ...(to ? [`to ${to}`] : [])].join(' ');
  const parts = [`Date: ${reportDates[date].toLowerCase()}`, range && `${range} (UTC)`];
  const signs = currency && `amounts without a certain currency in ${currency}`;
  return [...parts, signs].filter(Boolean).join('; ');
}

/** Start of the day (UTC) of an instant. */
export function dayOf(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()));
}
