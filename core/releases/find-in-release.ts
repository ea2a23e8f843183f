import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { releaseChanges as changes } from '../../db/schema/releases.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { findRow } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';

/**
 * A row as a release has it, without the rest of the release: with the version that the release's lists show. Undefined if the release
 * deletes the row or a row above, or if there is no such row. Its place is that of the live list.
 */
export async function findInRelease(
  db: Database,
  releaseId: number,
  definition: RecordDefinition,
  id: number,
): Promise<ContentRow | undefined> {
  const isOfRow = and(
    eq(changes.releaseId, releaseId),
    eq(changes.record, pathOf(definition)),
    eq(changes.isOrder, false),
    eq(changes.rowId, id),
  );
  const [change] = await db.select().from(changes).where(isOfRow);
  const live = await findRow(db, definition, id);
  if (change?.action === 'delete' || !(live || change?.isNew)) return undefined;
  const { version, ...row } = live ? contentRow(live) : contentRow({ ...blankValues(definition), id, version: 1 });
  const planned = contentRow({ ...row, ...change?.values, version: version + (change?.version ?? 0) });
  const { parent } = definition;
  const isBelow = !parent || (await findInRelease(db, releaseId, parent, Number(planned.parentId)));
  return isBelow ? planned : undefined;
}
