import { and, asc, eq } from 'drizzle-orm';
import { currencyOf } from '../../contract/money.ts';
import type { Database } from '../../db/database.ts';
import {
  type boardCards,
  boardCategories,
  boardCategoryLabels,
  boardFields,
  boardLabels,
} from '../../db/schema/boards.ts';
import { type Amount, amountFieldNames, amountInName, amountOfField } from './amount.ts';
import { labelName } from './categories.ts';

/** A card's part of an expense. */
export interface DescribedCard {
  card: string;
  description: string;
  labels: string;
  /** Categories of its labels; empty without one. */
  category: string;
  amount: Amount | null;
  url: string;
  isArchived: boolean;
}

type Describe = (card: typeof boardCards.$inferSelect) => DescribedCard;

/**
 * Returns a function that describes a board's cards with label names, categories and amounts. `currency` is that of amounts
 * without a sign, and of signs that several currencies share.
 */
export async function describer(db: Database, boardId: number, currency: string | undefined): Promise<Describe> {
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
  const fields = await amountFields(db, boardId);

  return (card) => {
    const own = card.labelIds.map((id) => labels.get(id)).filter((label) => label !== undefined);
    const categories = new Set(own.flatMap((label) => label.categories).toSorted());
    const entered = fields.map((id) => card.values[id]).find((value) => value !== undefined);
    const amount = entered === undefined ? amountInName(card.name) : amountOfField(entered);
    return {
      card: card.name,
      description: card.description,
      labels: own.map((label) => label.name).join(', '),
      category: [...categories].join(', '),
      amount: amount && currency ? { ...amount, currency: currencyOf(amount.currency, currency) } : amount,
      url: card.url,
      isArchived: card.isArchived,
    };
  };
}

/** Ids of the number fields that hold amounts, by priority. */
async function amountFields(db: Database, boardId: number): Promise<string[]> {
  const fields = await db
    .select()
    .from(boardFields)
    .where(and(eq(boardFields.boardId, boardId), eq(boardFields.type, 'number')));
  return amountFieldNames.flatMap((name) =>
    fields.filter((field) => field.name.trim().toLowerCase() === name).map((field) => field.id),
  );
}
