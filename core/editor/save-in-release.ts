import type { Database } from '../../db/database.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import type { Edit } from '../content/edit.ts';
import { pathOf } from '../content/history-entries.ts';
import { findRow, findRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { invalid } from '../errors.ts';
import { recordAt } from '../history/entries.ts';
import { plannedRows } from '../releases/content.ts';
import { deletedRows, withDescendants } from '../releases/deleted-rows.ts';
import { liveOrder, orderedChange } from '../releases/edit-order.ts';
import { changesBelow, patched } from '../releases/edit-row.ts';
import { type Change, planRelease } from '../releases/plan.ts';
import { type NextChange, writeChanges } from '../releases/write-change.ts';
import type { CheckedChanges, CheckedSave } from './check-changes.ts';
import { collectConflicts } from './conflicts.ts';
import { type FinalIds, finalId, isCreated } from './final-ids.ts';
import type { SaveDestination } from './save.ts';
import { destinationName } from './save.ts';

/** A release as the destination of a save: all changes of the release in one transaction. */
export function releaseDestination(db: Database, releaseId: number, edit: Edit): SaveDestination {
  return {
    name: destinationName(releaseId),
    isLive: false,
    write: (changes, ids, also) =>
      writeChanges(db, releaseId, edit, (known) => planInRelease(db, releaseId, known, changes, ids), also),
    async versions({ saves }) {
      const plan = await planRelease(db, releaseId);
      const versions = new Map<string, number>();
      for (const path of new Set(saves.map((save) => save.path))) {
        const definition = recordAt(path);
        if (!definition) continue;
        const named = saves.filter((save) => save.path === path).map(({ id }) => id);
        const rows = await plannedRows(db, plan, definition, rowsById(db, named));
        for (const row of rows) versions.set(`${path} ${row.id}`, row.version);
      }
      return versions;
    },
  };
}

type Key = Pick<Change, 'record' | 'isOrder' | 'rowId'>;

/** The changes of a release that differ from the known ones, by row and list. */
interface Planning {
  get(key: Key): Change | undefined;
  set(key: Key, next: NextChange): void;
}

/** The release's changes after a save of the page editor. Throws 409 with every row and list that has changed since the editor loaded it. */
async function planInRelease(
  db: Database,
  releaseId: number,
  known: readonly Change[],
  changes: CheckedChanges,
  ids: FinalIds,
) {
  const rows = await releaseRowsOf(db, releaseId, changes, ids);
  const conflicts = collectConflicts();
  const created = new Set(changes.saves.filter(isCreated).map(({ path, id }) => `${path} ${finalId(ids, path, id)}`));
  const deleted = new Set(changes.deletes.map(({ path, id }) => `${path} ${id}`));
  const before = new Map(known.map((change) => [nameOf(change), change]));
  const next = new Map<string, { known: Change | undefined; next: NextChange }>();
  const planning: Planning = {
    get: (key) => before.get(nameOf(key)),
    set: (key, change) => void next.set(nameOf(key), { known: before.get(nameOf(key)), next: change }),
  };

  async function parentOf({ definition: { parent }, parentId }: CheckedSave) {
    if (!parent || parentId === undefined) return {};
    const path = pathOf(parent);
    const id = finalId(ids, path, parentId);
    const isThere = created.has(`${path} ${id}`) || ((await rows(parent)).has(id) && !deleted.has(`${path} ${id}`));
    if (!isThere) conflicts.rows.push({ path, id: parentId, row: null });
    return { parentId: id };
  }

  for (const save of changes.saves) {
    const { definition, path, version } = save;
    const id = finalId(ids, path, save.id);
    const key = { record: path, isOrder: false, rowId: id };
    const now = (await rows(definition)).get(id);
    const fields = { ...save.values, ...(await parentOf(save)) };
    if (isCreated(save)) {
      if (now) conflicts.rows.push({ path, id: save.id, row: now });
      await planCreation(db, planning, definition, key, fields, created);
    } else if (now?.version !== version) conflicts.rows.push({ path, id, row: now ?? null });
    else await planUpdate(db, planning, definition, key, fields);
  }
  for (const { definition, path, id, version } of changes.deletes) {
    const now = (await rows(definition)).get(id);
    if (now && now.version !== version) conflicts.rows.push({ path, id, row: now });
    else if (now) await planDeletion(db, planning, definition, { record: path, isOrder: false, rowId: id }, known);
  }
  for (const { definition, path, parentId, ids: order, from } of changes.orders) {
    const parent = definition.parent ? finalId(ids, pathOf(definition.parent), requireParent(parentId)) : undefined;
    const list = [...(await rows(definition)).values()].filter(
      (row) => parent === undefined || row.parentId === parent,
    );
    const idsNow = list.map((row) => row.id);
    if (idsNow.join() !== from.join()) {
      conflicts.lists.push({ path, parentId: parentId ?? null, ids: idsNow });
      continue;
    }
    const key = { record: path, isOrder: true, rowId: parent ?? 0 };
    const wanted = order.map((id) => finalId(ids, path, id));
    planning.set(key, orderedChange(key, planning.get(key), wanted, await liveOrder(db, definition, parent)));
  }
  conflicts.refuse();
  return [...next.values()];
}

function nameOf({ record, isOrder, rowId }: Key): string {
  return `${record} ${isOrder} ${rowId}`;
}

function requireParent(parentId: number | undefined): number {
  if (parentId === undefined) throw invalid({ request: 'The order of child rows names their parent' });
  return parentId;
}

/** Live rows by their ids. */
function rowsById(db: Database, ids: readonly number[]) {
  return async (definition: RecordDefinition) => (await findRows(db, definition, ids)).map((row) => contentRow(row));
}

/**
 * Reads a record's rows in the state of the release, by id and in the order of their list; each record once. Reads the whole list if
 * the changes reorder the list, otherwise the rows that the changes or the release name.
 */
async function releaseRowsOf(
  db: Database,
  releaseId: number,
  { saves, deletes, orders }: CheckedChanges,
  ids: FinalIds,
) {
  const plan = await planRelease(db, releaseId);
  const read = new Map<RecordDefinition, Promise<Map<number, ContentRow>>>();
  function liveRows(definition: RecordDefinition) {
    if (orders.some((list) => list.definition === definition)) return undefined;
    const path = pathOf(definition);
    const own = [...saves, ...deletes].filter((row) => row.definition === definition).map(({ id }) => id);
    const parents = saves.flatMap((row) => (row.definition.parent === definition ? (row.parentId ?? []) : []));
    return rowsById(
      db,
      [...own, ...parents].map((id) => finalId(ids, path, id)),
    );
  }
  return (definition: RecordDefinition) => {
    const known =
      read.get(definition) ??
      plannedRows(db, plan, definition, liveRows(definition)).then((rows) => new Map(rows.map((row) => [row.id, row])));
    read.set(definition, known);
    return known;
  };
}

/** A new row; or a row that the release has deleted and that comes back, with the fields that differ from the live row. */
async function planCreation(
  db: Database,
  planning: Planning,
  definition: RecordDefinition,
  key: Key,
  fields: Readonly<Record<string, unknown>>,
  created: ReadonlySet<string>,
): Promise<void> {
  const live = await findRow(db, definition, key.rowId);
  if (!live) return planning.set(key, { ...key, action: 'save', isNew: true, values: fields, base: {} });
  const deletion = planning.get(key);
  planning.set(key, patched(key, undefined, contentRow(live), fields));
  if (deletion?.action === 'delete') await keepOthersDeleted(db, planning, deletion, created);
}

/** The rows below a row that comes back stay deleted unless they come back too. */
async function keepOthersDeleted(
  db: Database,
  planning: Planning,
  deletion: Change,
  created: ReadonlySet<string>,
): Promise<void> {
  const back = new Set([`${deletion.record} ${deletion.rowId}`, ...created]);
  for (const { record, id, values } of deletedRows(deletion.base)) {
    const definition = recordAt(record);
    if (!definition?.parent || back.has(`${record} ${id}`)) continue;
    if (!back.has(`${pathOf(definition.parent)} ${values.parentId}`)) continue;
    const key = { record, isOrder: false, rowId: id };
    const live = await findRow(db, definition, id);
    if (live) planning.set(key, await deletionOf(db, definition, key, contentRow(live)));
  }
}

async function planUpdate(
  db: Database,
  planning: Planning,
  definition: RecordDefinition,
  key: Key,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = planning.get(key);
  const live = await findRow(db, definition, key.rowId);
  if (known?.isNew) planning.set(key, { ...known, values: { ...known.values, ...fields } });
  else if (live) planning.set(key, patched(key, known, contentRow(live), fields));
}

async function planDeletion(
  db: Database,
  planning: Planning,
  definition: RecordDefinition,
  key: Key,
  known: readonly Change[],
): Promise<void> {
  const live = await findRow(db, definition, key.rowId);
  const change = live ? await deletionOf(db, definition, key, contentRow(live)) : null;
  const below = change ? deletedRows(change.base).map((row) => ({ record: row.record, rowId: row.id })) : [];
  for (const dropped of changesBelow(known, [key, ...below])) planning.set(dropped, null);
  planning.set(key, change);
}

async function deletionOf(db: Database, definition: RecordDefinition, key: Key, live: ContentRow) {
  const rows = await withDescendants(db, definition, live);
  return { ...key, action: 'delete', isNew: false, values: {}, base: { rows } } as const;
}
