import type { Database } from '../../db/database.ts';
import { contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { listChanged, type NewOrder } from '../content/reorder.ts';
import { releaseRows } from './content.ts';
import type { ReleaseTarget } from './edit-row.ts';
import { inListOrder } from './list-place.ts';
import type { Change } from './plan.ts';
import { type NextChange, writeChange } from './write-change.ts';

/** Puts a list into a new order in a release. Throws a conflict if the release has the list in another order than `from`. */
export async function reorderInRelease(
  { db, releaseId, definition, author }: ReleaseTarget,
  { ids, from }: NewOrder,
): Promise<void> {
  const rows = await releaseRows(db, releaseId, definition);
  const first = rows.find(({ id }) => id === from[0]);
  const parentId = definition.parent && typeof first?.parentId === 'number' ? first.parentId : undefined;
  const list = parentId === undefined ? rows : rows.filter((row) => row.parentId === parentId);
  if (!first || list.map(({ id }) => id).join() !== from.join()) throw listChanged();
  const key = { record: pathOf(definition), isOrder: true, rowId: parentId ?? 0 };
  const liveIds = await liveOrder(db, definition, parentId);
  await writeChange(db, releaseId, key, author, async (known) => orderedChange(key, known, ids, liveIds));
}

/** The ids of a list in their order on the live page. */
export async function liveOrder(
  db: Database,
  definition: RecordDefinition,
  parentId: number | undefined,
): Promise<number[]> {
  const rows = (await allRows(db, definition, parentId)).map((row) => contentRow(row));
  return inListOrder(definition, rows).map(({ id }) => id);
}

/** The change that gives a list a new order; null for the live order. */
export function orderedChange(
  key: Pick<Change, 'record' | 'isOrder' | 'rowId'>,
  known: Pick<Change, 'base'> | undefined,
  ids: readonly number[],
  liveIds: readonly number[],
): NextChange {
  if (ids.join() === liveIds.join()) return null;
  return { ...key, action: 'reorder', isNew: false, values: { ids }, base: known?.base ?? { ids: liveIds } };
}
