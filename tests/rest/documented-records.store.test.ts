import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { recordAt } from '../../core/history/entries.ts';
import { type DocumentedRecord, documentedRecords } from './documented-records.ts';
import { addSampleAccounts, everyRecord } from './samples.ts';
import { makeRest, publicUrl, type Rest } from './setup.ts';

let rest: Rest;
let png: string;
beforeAll(async () => {
  rest = await makeRest();
  await addSampleAccounts(rest, [7]);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#14535f' } })
    .png()
    .toBuffer();
  png = `data:image/png;base64,${bytes.toString('base64')}`;
});
afterAll(() => rest.remove());

type Values = Record<string, unknown>;

test('every record that has documented paths is in the table, and no other', () => {
  expect(documentedRecords.map(({ save }) => save).sort()).toEqual(everyRecord.map(({ save }) => save).sort());
});

/** The body of a save without ids and pictures: the first or second value of each field. */
function bodyOf({ fields }: DocumentedRecord, turn: 0 | 1): Values {
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, { values }]) => [name, values[turn]])),
    IsActive: 1,
  };
}

/** The row in the back office that a save of `bodyOf` stores. */
function storedOf({ fields }: DocumentedRecord, turn: 0 | 1): Values {
  const columns = Object.values(fields).map(({ column, values, stored = values }) => [column, stored[turn]]);
  return { ...Object.fromEntries(columns), isActive: true };
}

/** Saves a new record with new parents; returns its id and the key that names its parent. */
async function create(
  record: DocumentedRecord,
  turn: 0 | 1,
  extra: Values = {},
): Promise<{ id: number; parent: Values }> {
  const parent: Values = {};
  if (record.parent) {
    const [key, save] = record.parent;
    const above = documentedRecords.find((one) => one.save === save);
    if (!above) throw new Error(`${save} is not in the table`);
    parent[key] = (await create(above, 0)).id;
  }
  return { id: await rest.save(record.save, { ...bodyOf(record, turn), ...parent, ...extra }), parent };
}

function emptyPictures({ otherPictures = [] }: DocumentedRecord): Values {
  return Object.fromEntries(otherPictures.map((name) => [name, '']));
}

const address = expect.stringMatching(new RegExp(`^${publicUrl}/images/[0-9a-f]{32}-\\d+\\.\\w+$`));

/** A record exactly as a read must answer it. */
function readOf(
  record: DocumentedRecord,
  turn: 0 | 1,
  { id, parent }: Awaited<ReturnType<typeof create>>,
  hasPicture: boolean,
) {
  const values = bodyOf(record, turn);
  return {
    [record.id]: id,
    ...parent,
    ...values,
    ...record.derived?.(id, values),
    ...emptyPictures(record),
    ...Object.fromEntries((record.picture?.addresses ?? []).map((name) => [name, hasPicture ? address : ''])),
    ...Object.fromEntries((record.lists ?? []).map((name) => [name, []])),
  };
}

/** The values of an entry of the history: the fields of a save, and the picture by its first name in a read. */
function valuesOf(record: DocumentedRecord, turn: 0 | 1, { parent }: Awaited<ReturnType<typeof create>>): Values {
  const [picture] = record.picture?.addresses ?? [];
  return {
    ...parent,
    ...bodyOf(record, turn),
    ...emptyPictures(record),
    ...(picture === undefined ? {} : { [picture]: address }),
  };
}

describe.each(documentedRecords.map((record) => [record.save, record] as const))('%s', (_save, record) => {
  let first: Awaited<ReturnType<typeof create>>;
  let neighbour: Awaited<ReturnType<typeof create>>;
  beforeAll(async () => {
    first = await create(record, 0, record.picture && { [record.picture.file]: { Name: 'a.png', ImageBase64: png } });
    neighbour = await create(record, 1);
  });

  const withId = (rows: Values[], id: number) => rows.find((row) => row[record.id] === id);
  /** Rows that the page shows: of those, a visitor's read leaves out more (design, section 5). */
  const visible = () => (record.read === undefined ? listed() : rest.read(record.read, 'admin'));
  const everything = () => (record.read === undefined ? listed() : rest.read(`${record.read}?all=true`, 'admin'));
  /** The lists of both parents. */
  async function listed(): Promise<Values[]> {
    const [path = '', key = ''] = record.listOf ?? [];
    const ask = async ({ parent }: typeof first) =>
      castTo<Values[]>((await rest.call('POST', `/api/${path}`, { as: 'admin', body: { [key]: parent[key] } })).Data);
    return [...(await ask(first)), ...(await ask(neighbour))];
  }
  /** The row as the back office's procedures answer it. */
  async function stored(id: number): Promise<Values | undefined> {
    const answer = await rest.send('GET', `/trpc/${record.procedures}.list?input={}`, { as: 'admin' });
    return castTo<{ result: { data: Values[] } }>(answer.json()).result.data.find((row) => row.id === id);
  }

  test('a saved record is read under its documented names, and they mean the back office’s fields', async () => {
    const rows = await visible();
    expect(withId(rows, first.id)).toEqual(readOf(record, 0, first, record.picture !== undefined));
    expect(withId(rows, neighbour.id)).toEqual(readOf(record, 1, neighbour, false));
    expect(await stored(first.id)).toMatchObject(storedOf(record, 0));
    expect(await stored(neighbour.id)).toMatchObject(storedOf(record, 1));
    if (record.picture) expect((await stored(first.id))?.[record.picture.column]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a save with an id changes that record alone, and keeps its picture and parent', async () => {
    const before = withId(await everything(), neighbour.id);
    const body = { ...bodyOf(record, 1), ...first.parent, [record.id]: String(first.id) };
    const answer = await rest.call('POST', `/api/${record.save}`, { as: 'admin', body });
    expect(answer).toMatchObject({ status: 200, Status: 0, Message: 'Save Succesfull', Data: first.id });
    const rows = await everything();
    expect(withId(rows, first.id)).toEqual(readOf(record, 1, first, record.picture !== undefined));
    expect(withId(rows, neighbour.id)).toEqual(before);
  });

  test('an inactive record is read by an Admin alone', async () => {
    const body = { ...bodyOf(record, 1), ...first.parent, [record.id]: first.id, IsActive: 0 };
    expect(await rest.save(record.save, body)).toBe(first.id);
    if (record.read !== undefined) {
      expect(withId(await visible(), first.id)).toBeUndefined();
      expect(withId(await rest.read(record.read), first.id)).toBeUndefined();
    }
    expect(withId(await everything(), first.id)).toMatchObject({ IsActive: 0 });
    expect(withId(await visible(), neighbour.id)).toMatchObject({ IsActive: 1 });
  });

  test.runIf(record.remove)('a delete removes that record alone', async () => {
    const [path = '', key = ''] = record.remove ?? [];
    const ask = () => rest.call('POST', `/api/${path}`, { as: 'admin', body: { [key]: first.id } });
    expect(await ask()).toMatchObject({ status: 200, Status: 0, Message: 'Delete Succesfull', Data: first.id });
    expect(withId(await everything(), first.id)).toBeUndefined();
    expect(withId(await everything(), neighbour.id)).toBeDefined();
    expect(await ask()).toMatchObject({ status: 404, Status: 1 });
  });

  test('the history has these changes under the documented names, and a restore brings each version back', async () => {
    const name = recordAt(record.procedures)?.name ?? '';
    const query = `history?record=${encodeURIComponent(name.toUpperCase())}&id=${first.id}`;
    const entries = (await rest.read(query, 'admin')).toReversed();
    const saved: Values = valuesOf(record, 1, first);
    const hidden = { ...saved, IsActive: 0 };
    const states: Values[] = [valuesOf(record, 0, first), saved, hidden, ...(record.remove ? [hidden] : [])];
    const actions = ['create', 'save', 'save', 'delete'].slice(0, states.length);
    expect(entries).toMatchObject(actions.map((Action) => ({ Record: name, ID: first.id, Action, Author: 'admin' })));
    expect(entries.map(({ Values }) => Values)).toEqual(states);
    const differences = (index: number) =>
      castTo<{ Field: string; From: unknown; To: unknown }[]>(entries[index]?.Changes).toSorted((a, b) =>
        a.Field.localeCompare(b.Field),
      );
    const changed = Object.keys(record.fields).toSorted((a, b) => a.localeCompare(b));
    const empty = (value: unknown) => (value === '' ? null : value);
    expect(differences(1)).toEqual(
      changed.map((Field) => ({ Field, From: empty(states[0]?.[Field]), To: empty(saved[Field]) })),
    );
    expect(differences(2)).toEqual([{ Field: 'IsActive', From: 1, To: 0 }]);

    for (const [index, entry] of entries.entries()) {
      const body = { RevisionID: entry.RevisionID };
      const answer = await rest.call('POST', '/api/history/restore', { as: 'admin', body });
      expect(answer).toMatchObject({ status: 200, Status: 0, Message: 'Save Succesfull', Data: first.id });
      expect(withId(await everything(), first.id)).toMatchObject(states[index] ?? {});
      // A save takes the values of an entry; the picture stays.
      await rest.save(record.save, { ...castTo<Values>(entry.Values), [record.id]: first.id });
      expect(withId(await everything(), first.id)).toMatchObject(states[index] ?? {});
    }
    expect(withId(await everything(), neighbour.id)).toEqual(readOf(record, 1, neighbour, false));
  });
});
