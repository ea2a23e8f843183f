import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordPaths } from '../../server/rest/record-routes.ts';
import { everyRecord, fieldNames, find, isPublic, make, parentOf, rulesOf, sampleBody } from './samples.ts';
import { makeRest, type Rest } from './setup.ts';

// One suite over every record of the registry: a new record is covered by being registered.
let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

const unknownId = 2_147_483_647;

const named = everyRecord.map((paths) => [paths.save, paths] as const);

/**
 * A heading, a child with a parent, and a record with two names of its id. What does not depend on a record's fields is
 * checked on these three.
 */
const three = named.filter(([save]) =>
  ['savefactmasterdetail', 'savefactdetail', 'savedashboardbutton'].includes(save),
);

function postTo(paths: RecordPaths) {
  return (body: unknown) => rest.call('POST', `/api/${paths.save}`, { as: 'admin', body });
}

describe.each(named)('%s', (_name, paths) => {
  const { record } = paths;
  const [idName = ''] = record.ids;
  const names = fieldNames(record);
  const post = postTo(paths);

  test('a read has exactly the documented shape; each form of IsActive hides and shows the record', async () => {
    const made = await make(rest, paths);
    const row = await find(rest, paths, made);
    const withoutLists = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => !Array.isArray(value)));
    const lists = Object.fromEntries([...record.nested.keys()].map((name) => [name, []]));
    expect(record.output.strict().safeParse({ ...lists, ...withoutLists }).error).toBeUndefined();
    expect(await isPublic(rest, paths, made)).toBe(true);
    for (const hidden of [0, '0', false]) {
      expect((await post({ ...made.body, [idName]: made.id, IsActive: hidden })).status).toBe(200);
      expect(await isPublic(rest, paths, made)).toBe(false);
      expect(await find(rest, paths, made)).toMatchObject({ IsActive: 0 });
    }
    for (const shown of ['1', true, 1]) {
      await post({ ...made.body, [idName]: made.id, IsActive: shown });
      expect(await isPublic(rest, paths, made)).toBe(true);
    }
  });

  test('blank required fields are named as documented', async () => {
    const missing = await post({});
    expect(missing).toMatchObject({ status: 400, Status: 3 });
    expect(Object.keys(missing.fields).sort()).toEqual([...names.required].sort());
    for (const blank of ['', '   ', null]) {
      const answer = await post(Object.fromEntries(names.required.map((name) => [name, blank])));
      const refused = names.required.filter((name) => !rulesOf(record, name).safeParse(blank).success);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.fields).sort()).toEqual(refused.sort());
    }
    // Null counts as left out, in every field.
    expect(await post(Object.fromEntries(names.all.map((name) => [name, null])))).toEqual({
      ...missing,
      headers: expect.any(Object),
    });
  });

  test('values of a wrong type, too long or not storable are refused by name', async () => {
    const good = sampleBody(record);
    // Each kind of value for all fields at once: every field must be named.
    for (const wrong of [{ a: 1 }, [1], 'x'.repeat(20_000), 'a\u0000b', 'a\ud800b', 1e308]) {
      const answer = await post({ ...good, ...Object.fromEntries(names.all.map((name) => [name, wrong])) });
      expect(answer, JSON.stringify(wrong).slice(0, 40)).toMatchObject({ status: 400, Status: 3 });
      expect(Object.keys(answer.fields).sort(), JSON.stringify(wrong).slice(0, 40)).toEqual([...names.all].sort());
    }
    // One wrong field is named alone.
    for (const name of names.all)
      expect(Object.keys((await post({ ...good, [name]: { a: 1 } })).fields)).toEqual([name]);
  });

  test('its parent must be named and must exist', async () => {
    const parent = parentOf(record);
    if (record.parent === null) return expect(parent).toBeUndefined();
    const body = sampleBody(record);
    expect(await post(body)).toMatchObject({ status: 400, Status: 3, fields: { [record.parent]: expect.any(String) } });
    expect(await post({ ...body, [record.parent]: unknownId })).toMatchObject({ status: 404, Status: 1 });
    expect(await post({ ...body, [record.parent]: 'x' })).toMatchObject({ status: 400, Status: 3 });
  });

  test('below an inactive parent it is not public', async () => {
    const made = await make(rest, paths);
    const parent = parentOf(record);
    if (!made.parent || !parent) return expect(record.parent).toBeNull();
    await rest.save(parent.save, { ...made.parent.body, [parent.record.ids[0] ?? '']: made.parent.id, IsActive: 0 });
    expect(await isPublic(rest, paths, made)).toBe(false);
    expect(await find(rest, paths, made)).toMatchObject({ IsActive: 1 });
  });
});

describe.each(three)('%s', (_name, paths) => {
  const { record, remove } = paths;
  const [idName = ''] = record.ids;
  const post = postTo(paths);

  test('a save with an id that is blank or zero creates', async () => {
    const made = await make(rest, paths);
    for (const id of [undefined, null, 0, '', '0']) {
      const answer = await post({ ...made.body, [idName]: id });
      expect(answer.status).toBe(200);
      expect(answer.Data).not.toBe(made.id);
    }
  });

  test('an unknown id is 404, and junk is no id', async () => {
    const { body } = await make(rest, paths);
    expect(await post({ ...body, [idName]: unknownId })).toMatchObject({ status: 404, Status: 1 });
    for (const id of [1e30, 2 ** 31, -1, 1.5, 'x', '99999999999999999999', {}, [], true]) {
      const answer = await post({ ...body, [idName]: id });
      expect(answer, JSON.stringify(id)).toMatchObject({
        status: 400,
        Status: 3,
        fields: { [idName]: expect.any(String) },
      });
    }
  });

  test('a delete refuses junk as the id', async () => {
    if (!remove) return expect(deletable).not.toContain(paths.save);
    const [removePath, key] = remove;
    for (const id of [undefined, null, '', 'x', -1, 1.5, 1e30, {}, [1], true]) {
      const refused = await rest.call('POST', `/api/${removePath}`, { as: 'admin', body: { [key]: id } });
      expect(refused).toMatchObject({ status: 400, Status: 3, fields: { [key]: expect.any(String) } });
    }
    const messageFor = async (body: object) =>
      (await rest.call('POST', `/api/${removePath}`, { as: 'admin', body })).fields[key];
    expect([await messageFor({}), await messageFor({ [key]: 'x' })]).toEqual([
      `${key} is required`,
      'An id is a whole number',
    ]);
  });

  test('bodies that are no record, and other content types, are refused', async () => {
    for (const body of malformed) {
      expect(await post(body), body.slice(0, 60)).toMatchObject({ status: 400, Status: 3 });
    }
    const request = 'The body must be a JSON object';
    for (const body of ['[]', 'null', '"x"']) expect((await post(body)).fields).toEqual({ request });
    expect((await rest.call('POST', `/api/${paths.save}`, { as: 'admin' })).fields).toEqual({ request });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'nonsense']) {
      const headers = { 'content-type': type };
      const answer = await rest.call('POST', `/api/${paths.save}`, { as: 'admin', body: 'a=b', headers });
      expect(answer).toMatchObject({ status: 415, Status: 1 });
    }
  });

  test('a visitor is refused before the body is read', async () => {
    expect(await rest.call('POST', `/api/${paths.save}`, { body: '{"a":' })).toMatchObject({ status: 401, Status: 5 });
  });
});

test('the records with a delete are those of the specification', () => {
  expect(
    everyRecord
      .filter(({ remove }) => remove)
      .map(({ save }) => save)
      .sort(),
  ).toEqual([...deletable].sort());
});

const malformed = [
  '{"a":',
  '',
  '"x"',
  '[]',
  'null',
  '{"__proto__":{"IsActive":1}}',
  '{"constructor":{"prototype":{"IsActive":1}}}',
  '{"hasOwnProperty":1,"toString":2}',
  '['.repeat(50_000) + ']'.repeat(50_000),
];

/** The records whose delete the specification lists; headings and single records have none. */
const deletable = [
  'savedashboardbutton',
  'savenavbar',
  'savefeaturedetail',
  'saveservicedetail',
  'saveplanfeaturedetail',
  'savepriceplandetail',
  'savefactdetail',
  'saveclientdetail',
  'savecustomerdetail',
  'savecustomerfeedbackdetail',
  'saveprojectdetail',
  'saveteammemberdetail',
  'saveteammembersocialdetail',
  'savevideopresentation',
  'savecontactdetail',
  'savesociallinkicon',
];
