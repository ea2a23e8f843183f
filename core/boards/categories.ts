import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { boardCategories, boardCategoryLabels, boardLabels, boards } from '../../db/schema/boards.ts';
import type { Session } from '../accounts/sessions.ts';
import type { RecordChange } from '../audit/entries.ts';
import { createOnce } from '../content/create-once.ts';
import type { SaveTarget } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { isCategoryVisibleTo, isVisibleTo } from './sharing.ts';

type Deps = Pick<CoreDependencies, 'db'>;

/** Name in the audit log. */
const record = 'Trello category';

/** A label with its names. */
export interface NamedLabel {
  id: string;
  name: string;
  /** Name of its board. */
  board: string;
}

/** The categories that a user may see, by name. */
export async function listCategories({ db }: Deps, session: Session) {
  const { id, name } = boardCategories;
  return db
    .select({ id, name })
    .from(boardCategories)
    .where(isCategoryVisibleTo(db, session))
    .orderBy(asc(boardCategories.nameKey));
}

/** Creates or renames a category. Throws 404, and 409 if another category has the name. */
export async function saveCategory(
  deps: Deps,
  { id, saveKey }: SaveTarget,
  name: string,
  recordChange: RecordChange,
): Promise<void> {
  if (id) return writeCategory(deps, id, name, () => [], recordChange);
  await createOnce(deps.db, saveKey, {
    record: 'boards.categories',
    values: { name },
    create: (remember) => writeCategory(deps, null, name, remember, recordChange),
    async repeat(id) {
      await requireCategory(deps, id);
      recordChange({ record, id, before: { name }, after: { name } });
    },
    correct: (id) => writeCategory(deps, id, name, () => [], recordChange),
  });
}

async function writeCategory(
  { db }: Deps,
  id: number | null,
  name: string,
  remember: (tx: Transaction) => Statement[],
  recordChange: RecordChange,
): Promise<void> {
  const nameKey = name.toLowerCase();
  const [other] = await db.select().from(boardCategories).where(eq(boardCategories.nameKey, nameKey));
  if (other && other.id !== id) throw conflict(`There is a category “${other.name}” already.`);
  if (id === null) {
    const [[made]] = await atomically(db, (tx) => [
      tx.insert(boardCategories).values({ name, nameKey }).returning({ id: boardCategories.id }),
      ...remember(tx),
    ]).catch((error: unknown) => {
      // Another request saved the same name in between.
      throw constraintErrorOf(error) === 'unique' ? conflict(`There is a category “${name}” already.`) : error;
    });
    return recordChange({ record, id: made?.id, after: { name } });
  }
  const [before] = await db
    .select({ name: boardCategories.name })
    .from(boardCategories)
    .where(eq(boardCategories.id, id));
  const renamed = await db
    .update(boardCategories)
    .set({ name, nameKey })
    .where(eq(boardCategories.id, id))
    .returning({ id: boardCategories.id })
    .catch((error: unknown) => {
      throw constraintErrorOf(error) === 'unique' ? conflict(`There is a category “${name}” already.`) : error;
    });
  if (renamed.length === 0) throw notFound('This category');
  recordChange({ record, id, before, after: { name } });
}

/** The labels of the boards that a user may see, by board and name. */
export async function listLabels({ db }: Deps, session: Session): Promise<NamedLabel[]> {
  const rows = await db
    .select({ label: boardLabels, board: boards.name })
    .from(boardLabels)
    .innerJoin(boards, eq(boards.id, boardLabels.boardId))
    .where(isVisibleTo(db, session));
  return rows.map(named).toSorted(byBoardAndName);
}

/** The labels of a category, of boards that the user may see. Throws 404, also for a category the user may not see. */
export async function labelsOf({ db }: Deps, categoryId: number, session: Session): Promise<NamedLabel[]> {
  await requireCategory({ db }, categoryId, isCategoryVisibleTo(db, session));
  const rows = await db
    .select({ label: boardLabels, board: boards.name })
    .from(boardCategoryLabels)
    .innerJoin(boardLabels, eq(boardLabels.id, boardCategoryLabels.labelId))
    .innerJoin(boards, eq(boards.id, boardLabels.boardId))
    .where(and(eq(boardCategoryLabels.categoryId, categoryId), isVisibleTo(db, session)));
  return rows.map(named).toSorted(byBoardAndName);
}

/** Adds a label to a category. Throws 404 if either does not exist, 409 if the category has the label. */
export async function addLabel(
  { db }: Deps,
  categoryId: number,
  labelId: string,
  recordChange: RecordChange,
): Promise<void> {
  await requireCategory({ db }, categoryId);
  const [label] = await db.select().from(boardLabels).where(eq(boardLabels.id, labelId));
  if (!label) throw notFound('This label');
  const [added] = await db
    .insert(boardCategoryLabels)
    .values({ categoryId, labelId })
    .onConflictDoNothing()
    .returning({ labelId: boardCategoryLabels.labelId })
    .catch((error: unknown) => {
      // A sync has removed the label in between, or another request the category.
      throw constraintErrorOf(error) === 'reference' ? notFound('This label') : error;
    });
  if (!added) throw conflict(`The label “${labelName(label)}” is in this category already.`);
  recordChange({ record, id: categoryId, after: { label: labelName(label) } });
}

/** Removes a label from a category. Throws 404 if the category does not have the label. */
export async function removeLabel(
  { db }: Deps,
  categoryId: number,
  labelId: string,
  recordChange: RecordChange,
): Promise<void> {
  const [label] = await db.select().from(boardLabels).where(eq(boardLabels.id, labelId));
  const [removed] = await db
    .delete(boardCategoryLabels)
    .where(and(eq(boardCategoryLabels.categoryId, categoryId), eq(boardCategoryLabels.labelId, labelId)))
    .returning({ labelId: boardCategoryLabels.labelId });
  if (!removed) throw notFound('This label of the category');
  recordChange({ record, id: categoryId, before: { label: label ? labelName(label) : labelId } });
}

async function requireCategory({ db }: Deps, id: number, isVisible?: SQL): Promise<void> {
  const [category] = await db
    .select()
    .from(boardCategories)
    .where(and(eq(boardCategories.id, id), isVisible));
  if (!category) throw notFound('This category');
}

function named({ label, board }: { label: typeof boardLabels.$inferSelect; board: string }): NamedLabel {
  return { id: label.id, name: labelName(label), board };
}

function byBoardAndName(a: NamedLabel, b: NamedLabel): number {
  return a.board.localeCompare(b.board, 'en') || a.name.localeCompare(b.name, 'en');
}

/** The display name of a label: its name, else its colour (dark green for Trello's green_dark). */
export function labelName({ name, colour }: { name: string; colour: string }): string {
  if (name.trim() !== '') return name;
  if (colour === '') return 'Unnamed label';
  const words = colour.split('_').toReversed().join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
