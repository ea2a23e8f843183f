import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveContent } from '../../core/content/content-source.ts';
import type { Edit } from '../../core/content/edit.ts';
import { reorderRows } from '../../core/content/reorder.ts';
import { deleteRow, saveRow } from '../../core/content/write.ts';
import { Refusal } from '../../core/errors.ts';
import { plannedRows } from '../../core/releases/content.ts';
import { decideConflict } from '../../core/releases/decide.ts';
import { reorderInRelease } from '../../core/releases/edit-order.ts';
import { deleteInRelease, saveInRelease } from '../../core/releases/edit-row.ts';
import { changesOf, planRelease } from '../../core/releases/plan.ts';
import { publishRelease, undoRelease } from '../../core/releases/publish.ts';
import { createRelease, findRelease } from '../../core/releases/release.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { pricingHeadings } from '../../db/schema/pricing.ts';
import { releases } from '../../db/schema/releases.ts';
import { createLanding, loadBuiltWeb } from '../../server/landing/landing.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import {
  chosen,
  keyOf,
  levels,
  liveRows,
  pick,
  type Rows,
  rowsOf,
  values,
  valuesOf,
  withoutVersions,
} from '../history/steps.ts';

let made: Awaited<ReturnType<typeof makeDependencies>>;
let db: Database;
/** The public page's HTML. */
let page: () => Promise<string>;
beforeAll(async () => {
  made = await makeDependencies();
  db = made.deps.db;
  const web = await loadBuiltWeb(join(import.meta.dirname, '../../web/dist'));
  const landing = createLanding(web, db, 'https://harbour.example');
  page = () => landing.preview(liveContent(db));
});
afterAll(() => made.remove());

/** The sequences of a run are the same each time; another seed in the environment tries others. */
const seed = Number(process.env.PROPERTY_SEED ?? 17);
// A round trip to PostgreSQL takes many times a query on SQLite.
const numRuns = Number(process.env.PROPERTY_RUNS ?? (dialect === 'postgres' ? 8 : 25));

/** An edit of one of two people, live or in the release. */
const edit = fc.record({
  person: fc.constantFrom('Ada', 'Grace'),
  isLive: fc.boolean(),
  kind: fc.constantFrom('create', 'save', 'save', 'save', 'delete', 'reorder'),
  level: fc.nat({ max: 2 }),
  of: pick,
  row: pick,
  by: pick,
  values,
});
type RandomEdit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

let second = 0;
function editBy(userName: string, cause: Edit['cause']): Edit {
  second += 1;
  return { userId: 1, userName, at: new Date(1_800_000_000_000 + second * 1000), cause, recordChange: () => {} };
}

/** The rows as the release would make them. */
async function releaseRows(releaseId: number): Promise<Rows> {
  const plan = await planRelease(db, releaseId);
  const rows = new Map();
  for (const definition of levels)
    for (const row of await plannedRows(db, plan, definition)) rows.set(keyOf(definition, row.id), row);
  // The children of rows that are deleted go with them.
  for (const definition of levels)
    for (const row of rowsOf(rows, definition))
      if (definition.parent && !rows.has(keyOf(definition.parent, Number(row.parentId))))
        rows.delete(keyOf(definition, row.id));
  return rows;
}

/** Makes the choices of an edit and runs it; refusals are part of life. */
async function run(releaseId: number, { isLive, kind, level, of, row, by, values, person }: RandomEdit): Promise<void> {
  const definition = levels[level];
  if (!definition) return;
  const rows = isLive ? await liveRows(db) : await releaseRows(releaseId);
  const own = rowsOf(rows, definition);
  const parentId = definition.parent ? chosen(rowsOf(rows, definition.parent), of)?.id : undefined;
  const author = editBy(person, 'edit');
  const target = { db, releaseId, definition, author };
  const fields = valuesOf(definition, values);
  const id = chosen(own, row)?.id;
  if (kind === 'create') {
    if (definition.parent && parentId === undefined) return;
    await (isLive
      ? saveRow(db, definition, { parentId }, fields, author)
      : saveInRelease(target, { parentId }, fields));
  } else if (kind === 'reorder') {
    const from = own.filter((known) => known.parentId === parentId).map((known) => known.id);
    if (from.length < 2) return;
    const start = by % from.length;
    const ids = [...from.slice(start), ...from.slice(0, start)];
    await (isLive ? reorderRows(db, definition, { ids, from }, author) : reorderInRelease(target, { ids, from }));
  } else if (id !== undefined) {
    if (kind === 'delete') await (isLive ? deleteRow(db, definition, id, author) : deleteInRelease(target, id));
    else await (isLive ? saveRow(db, definition, { id }, fields, author) : saveInRelease(target, { id }, fields));
  }
}

/** Decides every conflict, `choices` one after the other; returns the number of decisions. */
async function decideAll(releaseId: number, choices: readonly boolean[]): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const [conflict] = (await planRelease(db, releaseId)).conflicts;
    if (!conflict) return;
    // Nothing brings the parent of a new row back here.
    const keep = choices[turn % choices.length] && conflict.kind !== 'parent' ? 'release' : 'live';
    const decision = { changeId: conflict.changeId, field: conflict.field?.name, keep } as const;
    try {
      await decideConflict(db, releaseId, decision, editBy('Ada', 'edit'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await decideConflict(db, releaseId, { ...decision, keep: 'live' }, editBy('Ada', 'edit'));
    }
  }
  throw new Error('the conflicts have no end');
}

const placeless = (rows: Rows) => new Map([...rows].map(([key, row]) => [key, { ...row, position: 0 }]));

/** Every row has the live values but for the fields that the release changes; no live row is lost. */
async function checkMerge(releaseId: number, before: Rows, after: Rows): Promise<void> {
  const changes = new Map(
    (await changesOf(db, releaseId))
      .filter(({ isOrder }) => !isOrder)
      .map((one) => [`${one.record} ${one.rowId}`, one]),
  );
  const isDeleted = (key: string): boolean => {
    const row = before.get(key);
    const [path = ''] = key.split(' ');
    const { parent } = levels.find((one) => keyOf(one, 0).startsWith(`${path} `)) ?? {};
    return (
      changes.get(key)?.action === 'delete' || Boolean(row && parent && isDeleted(keyOf(parent, Number(row.parentId))))
    );
  };
  for (const [key, row] of before) {
    const wanted = isDeleted(key) ? undefined : { ...row, ...changes.get(key)?.values, version: 0, position: 0 };
    const now = after.get(key);
    expect(now && { ...now, version: 0, position: 0 }).toEqual(wanted);
  }
  for (const key of after.keys()) if (!before.has(key)) expect(changes.get(key)?.isNew).toBe(true);
}

test('any edits of two people, live and in a release: nothing is lost, the preview is what is published, and the undo leads back', async () => {
  const sequence = fc.record({
    edits: fc.array(edit, { minLength: 8, maxLength: 24, size: 'max' }),
    choices: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
  });
  let decided = 0;
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(sequence, async ({ edits, choices }) => {
      await db.delete(releases);
      await db.delete(pricingHeadings);
      await db.delete(contentHistory);
      const [heading, plan] = levels;
      if (!heading || !plan) throw new Error('no levels');
      const first = editBy('Ada', 'edit');
      const text = { text: 'First', isActive: true };
      const { id: parentId } = await saveRow(db, heading, {}, valuesOf(heading, text), first);
      for (const name of ['Small', 'Large'])
        await saveRow(db, plan, { parentId }, valuesOf(plan, { ...text, text: name }), first);
      const releaseId = await createRelease(db, 'Spring offer', first);

      for (const one of edits) {
        const [rows, revision] = [await liveRows(db), await readRevision(db)];
        try {
          await run(releaseId, one);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        if (one.isLive) continue;
        expect(await liveRows(db)).toEqual(rows);
        expect(await readRevision(db)).toBe(revision);
      }

      const before = await liveRows(db);
      const pageBefore = await page();
      const { conflicts } = await planRelease(db, releaseId);
      if (conflicts.length > 0) {
        decided += 1;
        const refused = await publishRelease(db, releaseId, editBy('Grace', 'release')).catch(
          (error: unknown) => error,
        );
        expect(refused).toBeInstanceOf(Refusal);
        expect(await liveRows(db)).toEqual(before);
        await decideAll(releaseId, choices);
      }
      if ((await changesOf(db, releaseId)).length === 0) return;
      const preview = await releaseRows(releaseId);
      await publishRelease(db, releaseId, editBy('Grace', 'release'));
      const after = await liveRows(db);
      expect(withoutVersions(after)).toEqual(withoutVersions(preview));
      if ((await page()) !== pageBefore) shown += 1;
      await checkMerge(releaseId, placeless(before), placeless(after));
      for (const [key, { version }] of before) {
        const now = after.get(key);
        if (now) expect(now.version).toBeGreaterThanOrEqual(version);
      }

      await undoRelease(db, releaseId, editBy('Ada', 'undo'));
      expect(withoutVersions(await liveRows(db))).toEqual(withoutVersions(before));
      expect(await page()).toBe(pageBefore);
      expect(await findRelease(db, releaseId)).toMatchObject({ state: 'open' });
      expect((await planRelease(db, releaseId)).conflicts).toEqual([]);
      expect(withoutVersions(await releaseRows(releaseId))).toEqual(withoutVersions(preview));
    }),
    { seed, numRuns },
  );
  // The sequences reach what they are for.
  expect(decided).toBeGreaterThan(0);
  expect(shown).toBeGreaterThan(0);
});
