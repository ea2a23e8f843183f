import type { Database } from '../../db/database.ts';
import { type ContentRow, type ContentSource, contentOf, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { inListOrder } from './list-place.ts';
import { planRelease, type ReleasePlan } from './plan.ts';

/** The content as it would be after the publication of a release. */
export async function releaseContent(db: Database, releaseId: number): Promise<ContentSource> {
  const plan = await planRelease(db, releaseId);
  const read = new Map<RecordDefinition, Promise<ContentRow[]>>();
  return contentOf((definition) => {
    const known = read.get(definition) ?? plannedRows(db, plan, definition);
    read.set(definition, known);
    return known;
  });
}

/** A record's rows as they would be after the publication, in the order of their list. */
export async function releaseRows(
  db: Database,
  releaseId: number,
  definition: RecordDefinition,
  parentId?: number,
): Promise<ContentRow[]> {
  const rows = await plannedRows(db, await planRelease(db, releaseId), definition);
  return parentId === undefined ? rows : rows.filter((row) => row.parentId === parentId);
}

/**
 * The rows of a plan. The version of a changed row counts the changes of the release too, so that a form which does not know the
 * latest one is refused. `liveRows` reads the rows that the plan changes.
 */
export async function plannedRows(
  db: Database,
  { changes, targets }: ReleasePlan,
  definition: RecordDefinition,
  liveRows = (record: RecordDefinition) => allLiveRows(db, record),
): Promise<ContentRow[]> {
  const path = pathOf(definition);
  const own = targets.filter((target) => target.definition === definition);
  const planned = new Map(own.map(({ id, row }) => [id, row]));
  const versions = new Map(
    changes.filter(({ record, isOrder }) => record === path && !isOrder).map(({ rowId, version }) => [rowId, version]),
  );
  const live = await liveRows(definition);
  const liveIds = new Set(live.map(({ id }) => id));
  const kept = live.flatMap((row) => planned.get(row.id) ?? (planned.has(row.id) ? [] : [row]));
  const added = own.flatMap(({ id, row }) => (row && !liveIds.has(id) ? [row] : []));
  const rows = [...kept, ...added].map((row) => ({ ...row, version: row.version + (versions.get(row.id) ?? 0) }));
  return inListOrder(definition, rows);
}

async function allLiveRows(db: Database, definition: RecordDefinition): Promise<ContentRow[]> {
  return (await allRows(db, definition)).map((row) => contentRow(row));
}
