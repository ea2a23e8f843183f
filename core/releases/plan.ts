import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { infoOf } from '../../contract/fields.ts';
import type { ConflictKind } from '../../contract/releases.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { releaseChanges } from '../../db/schema/releases.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows, findRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';
import type { Target } from '../history/put-back.ts';
import { type DeletedRow, deletedRows, differingRows, withDescendants } from './deleted-rows.ts';
import { inListOrder, placeField } from './list-place.ts';

export type Change = typeof releaseChanges.$inferSelect;

/** Why a change needs a decision before it can be published. */
export interface Conflict {
  changeId: number;
  kind: ConflictKind;
  /** The record's path and name. */
  record: string;
  name: string;
  rowId: number;
  title: string;
  /** The field that has changed on the live page since. */
  field: { name: string; label: string; kind: 'picture' | 'other' } | null;
  /** What the change started from, what visitors see now, and what the release wants: values, or the titles of rows. */
  base: unknown;
  live: unknown;
  mine: unknown;
}

/** What a release would do to the content as it is now. */
export interface ReleasePlan {
  changes: readonly Change[];
  targets: readonly Target[];
  conflicts: readonly Conflict[];
}

/** Rows by id after the release; null: deleted. */
type States = Map<number, ContentRow | null>;

interface Planning {
  db: Database;
  states: Map<RecordDefinition, States>;
  conflicts: Conflict[];
}

/** A release's changes in the order in which they were begun. */
export async function changesOf(db: Database, releaseId: number): Promise<Change[]> {
  return db
    .select()
    .from(releaseChanges)
    .where(eq(releaseChanges.releaseId, releaseId))
    .orderBy(asc(releaseChanges.id));
}

/** Compares a release with the live content. The preview shows the targets, and the publication writes them. */
export async function planRelease(db: Database, releaseId: number): Promise<ReleasePlan> {
  const changes = await changesOf(db, releaseId);
  const planning: Planning = { db, states: new Map(), conflicts: [] };
  // Parents come first, so that a child sees whether its parent stays.
  for (const definition of allRecords) {
    const own = changes.filter(({ record }) => record === pathOf(definition));
    if (own.length === 0) continue;
    await planRows(
      planning,
      definition,
      own.filter(({ isOrder }) => !isOrder),
    );
    for (const change of own) if (change.isOrder) await planOrder(planning, definition, change);
  }
  const targets = [...planning.states].flatMap(([definition, rows]) =>
    [...rows].map(([id, row]) => ({ definition, id, row })),
  );
  return { changes, targets, conflicts: planning.conflicts };
}

/** The ids of a list in a change of an order. */
export function idsIn(values: Readonly<Record<string, unknown>>): number[] {
  return z.array(z.number()).parse(values.ids);
}

async function planRows(planning: Planning, definition: RecordDefinition, changes: readonly Change[]): Promise<void> {
  const { db, conflicts } = planning;
  const states = statesOf(planning, definition);
  const ids = changes.map(({ rowId }) => rowId);
  const live = new Map((await findRows(db, definition, ids)).map((row) => [row.id, contentRow(row)]));
  const nextPlace = await placesAfter(planning, definition, changes);
  const isParentThere = await parentsIn(planning, definition, changes);
  for (const change of changes) {
    const { rowId, values } = change;
    const now = live.get(rowId);
    if (change.action === 'delete') {
      if (!now) continue;
      const rows = await withDescendants(db, definition, now);
      conflicts.push(...deletionConflicts(definition, change, now, rows));
      for (const row of rows) {
        const known = allRecords.find((one) => pathOf(one) === row.record);
        if (known) statesOf(planning, known).set(row.id, null);
      }
    } else if (states.get(rowId) === null) {
      // The release deletes a row above.
      conflicts.push(conflictOf(definition, change, { kind: 'parent' }));
    } else if (now) {
      conflicts.push(...fieldConflicts(definition, change, now));
      states.set(rowId, { ...now, ...values });
    } else if (!change.isNew) {
      conflicts.push(conflictOf(definition, change, { kind: 'deleted' }));
    } else if (isParentThere(values.parentId)) {
      const row = {
        ...blankValues(definition),
        ...values,
        id: rowId,
        version: 1,
        position: nextPlace(values.parentId),
      };
      states.set(rowId, contentRow(row));
    } else {
      conflicts.push(conflictOf(definition, change, { kind: 'parent' }));
    }
  }
}

function statesOf({ states }: Planning, definition: RecordDefinition): States {
  const known = states.get(definition) ?? new Map();
  states.set(definition, known);
  return known;
}

/** The next free position at the end of each list that gets a new row. */
async function placesAfter({ db }: Planning, definition: RecordDefinition, changes: readonly Change[]) {
  const parents = new Set(changes.filter(({ isNew }) => isNew).map(({ values }) => values.parentId));
  const last = new Map<unknown, number>();
  for (const parentId of parents) {
    const rows = await allRows(db, definition, typeof parentId === 'number' ? parentId : undefined);
    last.set(parentId, Math.max(0, ...rows.map(({ position }) => position)));
  }
  return (parentId: unknown) => {
    const place = (last.get(parentId) ?? 0) + 1;
    last.set(parentId, place);
    return place;
  };
}

/** Returns a test for parent ids: true if the parent exists after the publication. */
async function parentsIn({ db, states }: Planning, { parent }: RecordDefinition, changes: readonly Change[]) {
  if (!parent) return () => true;
  const named = changes.filter(({ isNew }) => isNew).map(({ values }) => Number(values.parentId));
  const live = new Set((await findRows(db, parent, [...new Set(named)])).map(({ id }) => id));
  const planned = states.get(parent);
  return (parentId: unknown) => {
    const row = planned?.get(Number(parentId));
    return row === undefined ? live.has(Number(parentId)) : row !== null;
  };
}

/** Fields that were changed live after the release had changed them, to another value. */
function fieldConflicts(definition: RecordDefinition, change: Change, now: ContentRow): Conflict[] {
  return Object.entries(change.values).flatMap(([name, mine]) => {
    const [base, live] = [change.base[name], now[name]];
    if (live === mine || live === base) return [];
    const info = infoOf(definition.schema.shape[name]);
    const field = { name, label: info?.label ?? name, kind: info?.slot ? 'picture' : 'other' } as const;
    return [conflictOf(definition, change, { kind: 'field', field, base, live, mine, title: rowTitle(now) })];
  });
}

/** A deletion of rows that have changed, or to which rows were added, since the deletion was begun. */
function deletionConflicts(
  definition: RecordDefinition,
  change: Change,
  now: ContentRow,
  rows: readonly DeletedRow[],
): Conflict[] {
  const changed = differingRows(rows, deletedRows(change.base));
  if (changed.length === 0) return [];
  const live = changed.map(({ values }) => rowTitle(values));
  return [conflictOf(definition, change, { kind: 'changed', live, title: rowTitle(now) })];
}

/** Puts a list into the order of the release; rows that the release does not know follow. */
async function planOrder(planning: Planning, definition: RecordDefinition, change: Change): Promise<void> {
  const states = statesOf(planning, definition);
  const parentId = definition.parent ? change.rowId : undefined;
  const isFromRelease = parentId !== undefined && planning.states.get(definition.parent ?? definition)?.get(parentId);
  const stored = (await allRows(planning.db, definition, parentId)).map((row) => contentRow(row));
  if (stored.length === 0 && !isFromRelease && states.size === 0) return;
  const live = inListOrder(definition, stored);
  const [ids, base] = [idsIn(change.values), idsIn(change.base)];
  const liveIds = live.map(({ id }) => id);
  const [before, now] = [base.filter((id) => liveIds.includes(id)), liveIds.filter((id) => base.includes(id))];
  const isMoved = before.join() !== now.join() && now.join() !== ids.filter((id) => now.includes(id)).join();
  if (isMoved) {
    const titles = live.map((row) => rowTitle(row));
    planning.conflicts.push(conflictOf(definition, change, { kind: 'order', live: titles }));
  }
  const isInList = (row: ContentRow) => parentId === undefined || row.parentId === parentId;
  const added = [...states.values()]
    .filter((row) => row !== null)
    .filter((row) => isInList(row) && !liveIds.includes(row.id));
  const list = [...live.map((row) => states.get(row.id) ?? row), ...added].filter((row) => states.get(row.id) !== null);
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const ordered = list.toSorted((a, b) => (placeOf.get(a.id) ?? ids.length) - (placeOf.get(b.id) ?? ids.length));
  const field = placeField(definition);
  for (const [place, row] of ordered.entries())
    if (row[field] !== place + 1) states.set(row.id, { ...row, [field]: place + 1 });
}

type Details = Pick<Conflict, 'kind'> & Partial<Conflict>;

function conflictOf(definition: RecordDefinition, change: Change, details: Details): Conflict {
  return {
    changeId: change.id,
    record: pathOf(definition),
    name: definition.name,
    rowId: change.rowId,
    title: rowTitle({ ...change.base, ...change.values }),
    field: null,
    base: null,
    live: null,
    mine: null,
    ...details,
  };
}
