import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRecords } from '../../core/content/records.ts';
import { rowsUntil } from '../../core/history/states.ts';
import { done, failures, makeReplicas, type Replicas } from '../db/setup.ts';
import { allEntries, type Entry, keyOf, liveRows, withoutVersions } from './steps.ts';

// Two processes change the same rows at the same time.
let replicas: Replicas;
let headingId: number;
beforeAll(async () => {
  replicas = await makeReplicas();
  const [heading] = await together(1, (caller) =>
    caller.pricing.heading.save({
      values: { title: 'Prices', subTitle: 'Sub title', backgroundImage: null, isActive: true },
    }),
  );
  headingId = heading?.id ?? 0;
});
afterAll(() => replicas.remove());

type Work<Result> = Parameters<typeof replicas.together<Result>>[1];

/** Outcomes of work that may be refused with a conflict, and with nothing else. */
async function together<Result>(count: number, work: Work<Result>): Promise<Result[]> {
  const outcomes = await replicas.together(count, work);
  for (const message of failures(outcomes))
    expect(message).toMatch(/has changed since|in the meantime|does not exist or was deleted|The record above it/);
  return done(outcomes);
}

const plan = (title: string) => ({
  ...{ title, cost: '1', image: null, buttonText: 'Choose', buttonLink: 'contact', tagValue: 'Popular' },
  ...{ isActive: true, isBestPrice: false },
});

async function addPlan(title: string): Promise<number> {
  const [saved] = await together(1, (caller) =>
    caller.pricing.plans.save({ parentId: headingId, values: plan(title) }),
  );
  return saved?.id ?? 0;
}

/** Checks that the history of all rows leads to the stored rows, and that no change of a row is missing. */
async function checkComplete(): Promise<Entry[]> {
  const { db } = replicas.deps;
  const entries = await allEntries(db);
  const rebuilt = new Map();
  for (const definition of allRecords)
    for (const row of await rowsUntil(db, definition, entries.at(-1)?.id ?? 0))
      rebuilt.set(keyOf(definition, row.id), row);
  expect(withoutVersions(rebuilt)).toEqual(withoutVersions(await liveRows(db)));
  for (const ofRow of Map.groupBy(entries, ({ record, rowId }) => `${record} ${rowId}`).values()) {
    const versions = ofRow.filter(({ action }) => action === 'create' || action === 'save').map((one) => one.version);
    expect(versions).toEqual(versions.map((_, place) => place + 1));
  }
  // Entries are in the order of the changes.
  const revisions = entries.map(({ revision }) => revision);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  return entries;
}

test('saves and undos of one row at the same time are all in its history, none lost', async () => {
  const id = await addPlan('Start');
  const saved = await together(16, async (caller, place) => {
    const title = `Title ${place}`;
    const { revision } = await caller.pricing.plans.save({ id, values: plan(title) });
    const undone = place % 2 === 0 ? await caller.history.undo({ revision: revision ?? 0 }).catch(() => null) : null;
    return { title, revision, undone: undone?.revision ?? null };
  });
  expect(saved).toHaveLength(16);
  const own = (await checkComplete()).filter((entry) => entry.record === 'pricing.plans' && entry.rowId === id);
  const undos = saved.filter(({ undone }) => undone !== null);
  expect(own).toHaveLength(1 + saved.length + undos.length);
  for (const { title, revision, undone } of saved) {
    const place = own.findIndex((entry) => entry.revision === revision);
    expect(own[place]).toMatchObject({ action: 'save', cause: 'edit', values: { title } });
    // An undo follows its save directly and gives the values before.
    if (undone !== null) expect(own[place + 1]).toMatchObject({ revision: undone, cause: 'undo' });
    if (undone !== null) expect(own[place + 1]?.values).toEqual(own[place - 1]?.values);
  }
});

test('a change is undone once, however many undo the change at the same time', async () => {
  const id = await addPlan('Once');
  const [saved] = await together(1, (caller) => caller.pricing.plans.save({ id, values: plan('Twice') }));
  const outcomes = await together(8, (caller) => caller.history.undo({ revision: saved?.revision ?? 0 }));
  expect(outcomes).toHaveLength(1);
  expect((await checkComplete()).at(-1)).toMatchObject({ rowId: id, cause: 'undo', values: { title: 'Once' } });
});

test('deletions, new children, restores and undos at the same time leave a complete history', async () => {
  const ids = [await addPlan('First'), await addPlan('Second')];
  const [deletion] = await together(1, (caller) => caller.pricing.plans.delete({ id: ids[0] ?? 0 }));
  await together(1, (caller) => caller.history.undo({ revision: deletion?.revision ?? 0 }));
  const moment = (await checkComplete()).at(-1)?.id ?? 0;
  await together(40, async (caller, place) => {
    const id = ids[place % 3 === 0 ? 1 : 0] ?? 0;
    if (place % 5 === 0) {
      const { revision } = await caller.pricing.plans.delete({ id });
      return place % 10 === 0 ? caller.history.undo({ revision: revision ?? 0 }) : null;
    }
    if (place % 5 === 1) return caller.history.restorePage({ entry: moment });
    if (place % 5 === 2) return caller.pricing.plans.save({ id, values: plan(`Saved ${place}`) });
    return caller.pricing.features.save({ parentId: id, values: { text: `Feature ${place}`, isActive: true } });
  });
  await checkComplete();
  await together(1, (caller) => caller.history.restorePage({ entry: moment }));
  const rows = await liveRows(replicas.deps.db);
  expect([...rows.values()].map(({ title }) => title)).toEqual(
    ['Prices', 'Title 0', 'Once', 'First', 'Second'].map((title, place) => (place === 1 ? expect.any(String) : title)),
  );
  await checkComplete();
});
