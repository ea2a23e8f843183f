import { contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import { listChanged, type NewOrder } from '../content/reorder.ts';
import { releaseRows } from './content.ts';
import type { ReleaseTarget } from './edit-row.ts';
import { inListOrder } from './list-place.ts';
import { writeChange } from './write-change.ts';

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
  const live = inListOrder(
    definition,
    (await allRows(db, definition, parentId)).map((row) => contentRow(row)),
  );
  const liveIds = live.map(({ id }) => id);
  await writeChange(db, releaseId, key, author, async (known) => {
    if (ids.join() === liveIds.join()) return null;
    return { ...key, action: 'reorder', isNew: false, values: { ids }, base: known?.base ?? { ids: liveIds } };
  });
}
