import { infoOf } from '../../contract/fields.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { recordAt } from '../history/entries.ts';
import { deletedRows } from './deleted-rows.ts';
import { type Change, planRelease } from './plan.ts';
import type { Release } from './release.ts';

/** A changed field of a release: what visitors had when the change was begun, and what the release wants. */
interface ReleaseField {
  field: string;
  label: string;
  kind: 'picture' | 'other';
  from: unknown;
  to: unknown;
}

/** A release for its screen: its changes, what needs a decision, and its time in words. */
export async function describeRelease(db: Database, release: Release, now: Date) {
  const { edits: _edits, notice: _notice, publishedRevision: _revision, userId: _userId, ...shown } = release;
  const { changes, conflicts, targets } = await planRelease(db, release.id);
  const rows = new Map(
    targets.map(({ definition, id, row }) => [`${definition.section}.${definition.key} ${id}`, row]),
  );
  return {
    ...shown,
    time: release.publishAt && (await timeInWords(release.publishAt, release.timeZone, now)),
    changes: changes.map((change) => describeChange(change, rows.get(`${change.record} ${change.rowId}`))),
    // A published release is compared with nothing any more.
    conflicts: release.state === 'published' ? [] : conflicts,
  };
}

async function timeInWords(at: Date, timeZone: string, now: Date) {
  const { describePublishTime } = await import('./publish-time.ts');
  return describePublishTime(at, timeZone, now);
}

function describeChange(change: Change, row: Readonly<Record<string, unknown>> | null | undefined) {
  const { id, record, action, isNew, rowId, at, userName, values, base } = change;
  const definition = recordAt(record);
  const [deleted] = action === 'delete' ? deletedRows(base) : [];
  const fields = Object.keys(definition?.schema.shape ?? {})
    .filter((name) => action === 'save' && name in values)
    .map((name): ReleaseField => {
      const info = infoOf(definition?.schema.shape[name]);
      const kind = info?.slot ? 'picture' : 'other';
      return { field: name, label: info?.label ?? name, kind, from: base[name] ?? null, to: values[name] ?? null };
    });
  const name = definition?.name ?? record;
  const title = rowTitle(deleted?.values ?? { ...row, ...values });
  return { id, record, name, action, isNew, rowId, title, at, userName, fields };
}
