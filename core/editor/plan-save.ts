import { max, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows, findRows, parentColumn } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords, records } from '../content/records.ts';
import { invalid } from '../errors.ts';
import type { Target } from '../history/put-back.ts';
import { inListOrder, placeField } from '../releases/list-place.ts';
import { type CheckedChanges, type CheckedSave, itemKey } from './check-changes.ts';
import { collectConflicts } from './conflicts.ts';
import { type FinalIds, finalId, isCreated } from './final-ids.ts';

/**
 * The states that rows of the live page get by a save of the page editor. Throws 409 with every row and list that has changed since
 * the editor loaded it.
 */
export async function planSave(db: Database, changes: CheckedChanges, ids: FinalIds): Promise<Target[]> {
  const stored = await storedRows(db, changes, ids);
  const conflicts = collectConflicts();
  const deleted = new Set(changes.deletes.map(itemKey));
  const created = new Set(changes.saves.filter(isCreated).map((save) => keyOf(save.path, ids, save.id)));
  const targets = new Map<string, Target & { row: ContentRow | null }>();
  const nextPlace = placesAfter(db);

  function parentIdOf({ definition: { parent }, parentId }: CheckedSave): number | undefined {
    if (!parent || parentId === undefined) return undefined;
    const path = pathOf(parent);
    const id = finalId(ids, path, parentId);
    const isThere = created.has(`${path} ${id}`) || (stored.get(parent)?.has(id) && !deleted.has(`${path} ${id}`));
    if (!isThere) conflicts.rows.push({ path, id: parentId, row: null });
    return id;
  }

  for (const save of changes.saves) {
    const { definition, path, values, version } = save;
    const id = finalId(ids, path, save.id);
    const now = stored.get(definition)?.get(id);
    const parentId = parentIdOf(save);
    const own = parentId === undefined ? values : { ...values, parentId };
    if (isCreated(save)) {
      if (now) conflicts.rows.push({ path, id: save.id, row: now });
      const position = await nextPlace(definition, parentId);
      const row = contentRow({ ...blankValues(definition), ...own, id, version: 1, position });
      targets.set(`${path} ${id}`, { definition, id, row });
    } else if (now?.version !== version) {
      conflicts.rows.push({ path, id, row: now ?? null });
    } else if (now) {
      const isMoved = parentId !== undefined && now.parentId !== parentId;
      const place = isMoved ? { position: await nextPlace(definition, parentId) } : {};
      targets.set(`${path} ${id}`, { definition, id, row: contentRow({ ...now, ...own, ...place }) });
    }
  }
  for (const { definition, path, id, version } of changes.deletes) {
    const now = stored.get(definition)?.get(id);
    if (now && now.version !== version) conflicts.rows.push({ path, id, row: now });
    else if (now) targets.set(`${path} ${id}`, { definition, id, row: null });
  }
  if (changes.saves.some((save) => save.definition === records.page.layout && isCreated(save)))
    // The page obeys one layout.
    for (const row of await allRows(db, records.page.layout))
      conflicts.rows.push({ path: pathOf(records.page.layout), id: row.id, row: contentRow(row) });

  for (const { definition, path, parentId, ...order } of changes.orders) {
    const parent =
      definition.parent && parentId !== undefined ? finalId(ids, pathOf(definition.parent), parentId) : undefined;
    const now = await listNow(db, definition, parent);
    const idsNow = now.map(({ id }) => id);
    if (idsNow.join() !== order.from.join()) {
      conflicts.lists.push({ path, parentId: parentId ?? null, ids: idsNow });
      continue;
    }
    const places = placesOf(definition, now);
    const rowOf = new Map(now.map((row) => [row.id, row]));
    const wanted = order.ids.map((id) => finalId(ids, path, id));
    requireSameRows(path, wanted, now, targets, parent);
    for (const [index, id] of wanted.entries()) {
      const key = `${path} ${id}`;
      const row = targets.get(key)?.row ?? rowOf.get(id);
      if (row)
        targets.set(key, { definition, id, row: contentRow({ ...row, [placeField(definition)]: places(index) }) });
    }
  }
  conflicts.refuse();
  return [...targets.values()];
}

function keyOf(path: string, ids: FinalIds, id: number): string {
  return `${path} ${finalId(ids, path, id)}`;
}

/** The rows that a save names, as they are now. */
async function storedRows(db: Database, { saves, deletes }: CheckedChanges, ids: FinalIds) {
  const found = new Map<RecordDefinition, Map<number, ContentRow>>();
  for (const definition of allRecords) {
    const path = pathOf(definition);
    const named = new Set<number>();
    for (const save of saves) {
      if (save.definition === definition) named.add(finalId(ids, path, save.id));
      if (save.definition.parent === definition && save.parentId !== undefined)
        named.add(finalId(ids, path, save.parentId));
    }
    for (const row of deletes) if (row.definition === definition) named.add(row.id);
    const rows = await findRows(db, definition, [...named]);
    found.set(definition, new Map(rows.map((row) => [row.id, contentRow(row)])));
  }
  return found;
}

/** The next free position at the end of a list. */
function placesAfter(db: Database) {
  const last = new Map<string, number>();
  return async ({ ...definition }: RecordDefinition, parentId: number | undefined): Promise<number> => {
    const key = `${pathOf(definition)} ${parentId}`;
    const known = last.get(key) ?? (await lastPlace(db, definition, parentId));
    last.set(key, known + 1);
    return known + 1;
  };
}

async function lastPlace(db: Database, definition: RecordDefinition, parentId: number | undefined): Promise<number> {
  const { table } = definition;
  const where = parentId === undefined ? undefined : sql`${parentColumn(definition)} = ${parentId}`;
  const [found] = await db
    .select({ last: max(table.position) })
    .from(table)
    .where(where);
  return found?.last ?? 0;
}

async function listNow(
  db: Database,
  definition: RecordDefinition,
  parentId: number | undefined,
): Promise<ContentRow[]> {
  if (definition.parent && parentId === undefined)
    throw invalid({ request: 'The order of child rows names their parent' });
  return inListOrder(
    definition,
    (await allRows(db, definition, parentId)).map((row) => contentRow(row)),
  );
}

/** The places of a list in ascending order: those that its rows have already, then the following numbers. */
function placesOf(definition: RecordDefinition, now: readonly ContentRow[]): (index: number) => number {
  const field = placeField(definition);
  const places: number[] = [];
  for (const row of now) places.push(Math.max(Number(row[field]), (places.at(-1) ?? -1) + 1));
  return (index) => places[index] ?? (places.at(-1) ?? 0) + 1 + index - places.length;
}

/** Refuses an order that does not name exactly the rows that the list has after the save. */
function requireSameRows(
  path: string,
  wanted: readonly number[],
  now: readonly ContentRow[],
  targets: ReadonlyMap<string, Target & { row: ContentRow | null }>,
  parentId: number | undefined,
): void {
  const isInList = (row: ContentRow) => parentId === undefined || row.parentId === parentId;
  const stays = now.filter(({ id }) => {
    const target = targets.get(`${path} ${id}`);
    return !target || (target.row && isInList(target.row));
  });
  const arrives = [...targets.entries()].flatMap(([key, { id, row }]) =>
    key === `${path} ${id}` && row && isInList(row) ? [id] : [],
  );
  const expected = new Set([...stays.map(({ id }) => id), ...arrives]);
  if (expected.size !== wanted.length || wanted.some((id) => !expected.has(id)))
    throw invalid({ request: 'The new order must contain the rows of the list' });
}
