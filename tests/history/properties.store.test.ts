import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Edit } from '../../core/content/edit.ts';
import { Refusal } from '../../core/errors.ts';
import { beginHistory } from '../../core/history/begin.ts';
import { undoChange } from '../../core/history/restore.ts';
import { rowAt, rowsUntil } from '../../core/history/states.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { planFeatures, plans, pricingHeadings } from '../../db/schema/pricing.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import {
  type Action,
  actionOf,
  allEntries,
  type Before,
  type Entry,
  keyOf,
  levels,
  liveRows,
  type Rows,
  type Step,
  step,
  withoutVersions,
} from './steps.ts';

let made: Awaited<ReturnType<typeof makeDependencies>>;
let db: Database;
beforeAll(async () => {
  made = await makeDependencies();
  db = made.deps.db;
});
afterAll(() => made.remove());

/** The sequences of a run are the same each time; another seed in the environment tries others. */
const seed = Number(process.env.PROPERTY_SEED ?? 730);
// A round trip to PostgreSQL takes many times a query on SQLite.
const numRuns = Number(process.env.PROPERTY_RUNS ?? (dialect === 'postgres' ? 8 : 25));

/** What is known of the past while a sequence runs. */
interface Past {
  /** The text of each entry. */
  entries: Map<number, string>;
  /** The rows after the entry that was the newest then. */
  moments: Map<number, Rows>;
  /** The rows before each change. */
  before: Map<number, Rows>;
  /** The highest version that each row has had. */
  versions: Map<string, number>;
}

let second = 0;
function editBy(userName: string, cause: Edit['cause']): Edit {
  second += 1;
  const userId = userName === 'Ada' ? 1 : 2;
  return { userId, userName, at: new Date(1_800_000_000_000 + second * 1000), cause, recordChange: () => {} };
}

/** Reads the database; checks that the history leads to these rows, is unchanged otherwise, and that no version goes down. */
async function observe(past: Past): Promise<Before> {
  const [rows, entries] = [await liveRows(db), await allEntries(db)];
  const newest = entries.at(-1)?.id ?? 0;
  const rebuilt = new Map<string, unknown>();
  for (const definition of levels)
    for (const row of await rowsUntil(db, definition, newest)) rebuilt.set(keyOf(definition, row.id), row);
  expect(rebuilt).toEqual(rows);

  const texts = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)]));
  for (const [id, text] of past.entries) expect(texts.get(id)).toBe(text);
  for (const [key, { version }] of rows) {
    expect(version).toBeGreaterThanOrEqual(past.versions.get(key) ?? 0);
    past.versions.set(key, version);
  }
  past.entries = texts;
  past.moments.set(newest, rows);
  return { rows, entries };
}

/** A heading with two plans and a feature of each, as the history finds them at its first start. */
async function addFirstRows(): Promise<void> {
  const row = { isActive: true, position: 1 };
  const heading = { ...row, title: 'Prices', subTitle: 'Sub title' };
  const [added] = await db.insert(pricingHeadings).values(heading).returning();
  const plan = { ...row, cost: '1', buttonText: 'Choose', buttonLink: 'contact', tagValue: '', isBestPrice: false };
  const both = ['Small', 'Large'].map((title, place) => ({ ...plan, title, position: place + 1 }));
  const parentId = added?.id ?? 0;
  const found = await db
    .insert(plans)
    .values(both.map((one) => ({ ...one, parentId })))
    .returning();
  await db.insert(planFeatures).values(found.map(({ id, title }) => ({ ...row, parentId: id, text: title })));
  await beginHistory(db, new Date(1_700_000_000_000));
}

/** The rows of a change, which the history may have found at the same time. */
const rowsOfChange = (entries: readonly Entry[], revision: number) =>
  new Set(
    entries
      .filter((entry) => entry.revision === revision && entry.cause !== 'start')
      .map(({ record, rowId }) => `${record} ${rowId}`),
  );

/** True if a row of a change has a newer entry. */
function hasChangedSince(entries: readonly Entry[], revision: number): boolean {
  const newest = new Map(entries.map((entry) => [`${entry.record} ${entry.rowId}`, entry.revision]));
  return [...rowsOfChange(entries, revision)].some((key) => newest.get(key) !== revision);
}

const plain = (rows: Rows, key: string) => {
  const row = rows.get(key);
  return row && withoutVersions(new Map([[key, row]]));
};

/** Checks the reason of a refusal. */
function checkRefusal({ entry, fields, isOutdated, revision }: Action, before: Before, refusal: Refusal): void {
  if (isOutdated) expect(refusal.message).toMatch(/^Someone else has changed this/);
  else if (revision !== undefined && rowsOfChange(before.entries, revision).size === 0)
    expect(refusal.message).toBe('This change does not exist or was deleted.');
  else if (revision !== undefined && hasChangedSince(before.entries, revision))
    expect(refusal.message).toMatch(/ has changed since\. Its history has all versions\.$/);
  else if (entry && fields && !before.rows.has(`${entry.record} ${entry.rowId}`)) expect(refusal.kind).toBe('notFound');
  else {
    expect(refusal.message).toBe('The record above it was deleted. Restore that one first.');
    expect(entry ?? revision).toBeDefined();
  }
}

/** Checks the rows after a step that was not refused. */
function checkRows(step: Step, action: Action, before: Before, after: Before, past: Past): void {
  const { revision, entry } = action;
  expect(action.isOutdated ?? false).toBe(false);
  if (revision !== undefined) {
    expect(rowsOfChange(before.entries, revision).size).toBeGreaterThan(0);
    expect(hasChangedSince(before.entries, revision)).toBe(false);
    const earlier = past.before.get(revision) ?? new Map();
    for (const key of rowsOfChange(before.entries, revision))
      expect(plain(after.rows, key)).toEqual(plain(earlier, key));
  }
  if (!entry) return;
  if (step.kind === 'restorePage') {
    const newest = before.entries.findLast((one) => one.revision === entry.revision);
    const then = past.moments.get(newest?.id ?? 0);
    expect(withoutVersions(after.rows)).toEqual(then && withoutVersions(then));
    return;
  }
  const definition = levels.find((one) => keyOf(one, entry.rowId) === `${entry.record} ${entry.rowId}`);
  if (!definition) throw new Error(`${entry.record} is unknown`);
  const key = keyOf(definition, entry.rowId);
  const then = rowAt(definition, entry);
  const now = before.rows.get(key);
  const fields = Object.fromEntries((action.fields ?? []).map((field) => [field, then[field]]));
  const wanted = now ? { ...(action.fields ? { ...now, ...fields } : then), position: now.position } : then;
  expect(plain(after.rows, key)).toEqual(plain(new Map([[key, wanted]]), key));
  // Beside the row only its children may have come back, as they were before the deletion.
  const deletion = before.entries.findLast((one) => one.action === 'delete' && `${one.record} ${one.rowId}` === key);
  const deletedWith = (!now && past.before.get(deletion?.revision ?? 0)) || new Map();
  // A row that the same change had moved away was not deleted.
  const deleted = new Set(
    before.entries
      .filter((one) => one.revision === deletion?.revision && one.action === 'delete')
      .map(({ record, rowId }) => `${record} ${rowId}`),
  );
  const back = descendants(deletedWith, key).filter(([other]) => deleted.has(other));
  const others = new Map([...before.rows, ...back]);
  for (const other of new Set([...others.keys(), ...after.rows.keys()]))
    if (other !== key) expect(plain(after.rows, other)).toEqual(plain(others, other));
}

/** The rows below a row. */
function descendants(rows: Rows, key: string): [string, Rows extends ReadonlyMap<string, infer Row> ? Row : never][] {
  const parent = levels.find((definition) => key.startsWith(`${definition.section}.${definition.key} `));
  const id = Number(key.split(' ')[1]);
  return levels
    .filter((definition) => definition.parent === parent)
    .flatMap((definition) =>
      [...rows]
        .filter(([child, row]) => child === keyOf(definition, row.id) && row.parentId === id)
        .flatMap(([child, row]): ReturnType<typeof descendants> => [[child, row], ...descendants(rows, child)]),
    );
}

async function run(step: Step, before: Before, past: Past): Promise<Before> {
  const action = actionOf(step, before);
  if (!action) return before;
  let revision: number | null;
  try {
    ({ revision } = await action.run(db, editBy(step.person, action.cause)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    checkRefusal(action, before, error);
    const after = await observe(past);
    expect(after).toEqual(before);
    return after;
  }
  const after = await observe(past);
  checkRows(step, action, before, after, past);
  const added = after.entries.slice(before.entries.length);
  if (revision === null) {
    expect(after).toEqual(before);
    return after;
  }
  past.before.set(revision, before.rows);
  for (const entry of added) expect(entry).toMatchObject({ revision, userName: step.person, cause: action.cause });
  if (!step.isUndone || added.length === 0) return after;

  const undone = await undoChange(db, revision, editBy(step.person, 'undo'));
  const back = await observe(past);
  expect(withoutVersions(back.rows)).toEqual(withoutVersions(before.rows));
  if (undone.revision !== null) past.before.set(undone.revision, after.rows);
  return back;
}

test('any sequence of changes by two people keeps a complete history that leads back and forth', async () => {
  const sequence = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      await db.delete(pricingHeadings);
      await db.delete(contentHistory);
      await addFirstRows();
      const past: Past = { entries: new Map(), moments: new Map(), before: new Map(), versions: new Map() };
      let before = await observe(past);
      for (const one of steps) before = await run(one, before, past);
    }),
    { seed, numRuns },
  );
});
