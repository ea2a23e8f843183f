import { infoOf } from '../../contract/fields.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { contentRow } from '../content/content-source.ts';
import { allRows } from '../content/read.ts';
import { recordAt } from '../history/entries.ts';
import { deletedRows } from './deleted-rows.ts';
import { type Change, idsIn, planRelease, type ReleasePlan } from './plan.ts';
import { listReleases, type Release } from './release.ts';

/** Titles of a list's rows before and after a new order. */
interface ReleaseOrder {
  from: string[];
  to: string[];
}

const noOrder: ReleaseOrder | null = null;

/** A changed field of a release: what visitors had when the change was begun, and what the release wants. */
interface ReleaseField {
  field: string;
  label: string;
  kind: 'picture' | 'other';
  from: unknown;
  to: unknown;
}

/** All releases for their list, the newest first; a scheduled one with its time in words. */
export async function describeReleases(db: Database, now: Date) {
  return Promise.all(
    (await listReleases(db)).map(async (release) => ({ ...release, time: await timeOf(release, now) })),
  );
}

async function timeOf({ state, publishAt, timeZone }: Pick<Release, 'state' | 'publishAt' | 'timeZone'>, now: Date) {
  if (state !== 'scheduled' || !publishAt) return null;
  const { describePublishTime } = await import('./publish-time.ts');
  return describePublishTime(publishAt, timeZone, now);
}

/** A release for its screen: its changes, what needs a decision, and its time in words. */
export async function describeRelease(db: Database, release: Release, now: Date) {
  const { edits: _edits, notice: _notice, publishedRevision: _revision, userId: _userId, ...shown } = release;
  const plan = await planRelease(db, release.id);
  const { changes, conflicts, targets } = plan;
  const rows = new Map(
    targets.map(({ definition, id, row }) => [`${definition.section}.${definition.key} ${id}`, row]),
  );
  return {
    ...shown,
    time: await timeOf(release, now),
    changes: await Promise.all(
      changes.map(async (change) =>
        change.isOrder
          ? describeOrder(change, await titlesOf(db, plan, change.record))
          : describeChange(change, rows.get(`${change.record} ${change.rowId}`)),
      ),
    ),
    // A published release is compared with nothing any more.
    conflicts: release.state === 'published' ? [] : conflicts,
  };
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
  return { id, record, name, action, isNew, rowId, title, at, userName, fields, order: noOrder };
}

/** The new order of a list: the titles of its rows before and after. */
function describeOrder(change: Change, titles: ReadonlyMap<number, string>): ReturnType<typeof describeChange> {
  const titled = (values: Change['values']) => idsIn(values).flatMap((id) => titles.get(id) ?? []);
  const order = { from: titled(change.base), to: titled(change.values) };
  return { ...describeChange(change, null), title: '', order };
}

/** Titles by id of a record's rows, on the page and in the release. */
async function titlesOf(db: Database, { targets }: ReleasePlan, record: string): Promise<Map<number, string>> {
  const definition = recordAt(record);
  if (!definition) return new Map();
  const live = (await allRows(db, definition)).map((row) => contentRow(row));
  const planned = targets.flatMap((target) => (target.definition === definition && target.row ? [target.row] : []));
  return new Map([...live, ...planned].map((row) => [row.id, rowTitle(row)]));
}
