import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRecord, fieldNames, find, isPublic, make, parentOf, rulesOf, sampleBody } from './samples.ts';
import { makeRest, type Rest } from './setup.ts';

// One suite over every record of the registry: a new record is covered by being registered.
let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

const unknownId = 2_147_483_647;

describe.each(everyRecord.map((paths) => [paths.save, paths] as const))('%s', (_name, paths) => {
  const { record, remove } = paths;
  const path = `/api/${paths.save}`;
  const [idName = ''] = record.ids;
  const names = fieldNames(record);

  function post(body: unknown) {
    return rest.call('POST', path, { as: 'admin', body });
  }

  test('what is saved is read under the same names', async () => {
    const made = await make(rest, paths);
    expect(await find(rest, paths, made)).toMatchObject({ [idName]: made.id, ...asRead(made.body) });
    expect(await isPublic(rest, paths, made)).toBe(true);
  });

  test('reads have exactly the documented shape', async () => {
    const row = await find(rest, paths, await make(rest, paths));
    const withoutLists = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => !Array.isArray(value)));
    const lists = Object.fromEntries([...record.nested.keys()].map((name) => [name, []]));
    expect(record.output.strict().safeParse({ ...lists, ...withoutLists }).error).toBeUndefined();
  });

  test('an answer to a save carries the id and the documented text', async () => {
    const made = await make(rest, paths);
    const answer = await post({ ...made.body, [idName]: String(made.id) });
    expect(answer).toMatchObject({ status: 200, Status: 0, Message: 'Save Succesfull', Data: made.id });
  });

  test('a save with an id changes that record', async () => {
    const made = await make(rest, paths);
    const changed = sampleBody(record, 1);
    expect((await post({ ...changed, [idName]: made.id })).Data).toBe(made.id);
    expect(await find(rest, paths, made)).toMatchObject(asRead(changed));
  });

  test('a save without an id creates', async () => {
    const made = await make(rest, paths);
    for (const id of [undefined, null, 0, '', '0']) {
      const answer = await post({ ...made.body, [idName]: id });
      expect(answer.status).toBe(200);
      expect(answer.Data).not.toBe(made.id);
    }
  });

  test('a hidden record is read by an Admin alone', async () => {
    const made = await make(rest, paths);
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

  test('a delete removes it, and what belongs to it', async () => {
    const made = await make(rest, paths);
    if (!remove) return expect(deletable).not.toContain(paths.save);
    const [removePath, key] = remove;
    const answer = await rest.call('POST', `/api/${removePath}`, { as: 'admin', body: { [key]: made.id } });
    expect(answer).toMatchObject({ status: 200, Status: 0, Message: 'Delete Succesfull', Data: made.id });
    expect(await find(rest, paths, made)).toBeUndefined();
    const again = await rest.call('POST', `/api/${removePath}`, { as: 'admin', body: { [key]: made.id } });
    expect(again).toMatchObject({ status: 404, Status: 1 });
    for (const id of [undefined, null, '', 'x', -1, 1.5, 1e30, {}, [1], true]) {
      const refused = await rest.call('POST', `/api/${removePath}`, { as: 'admin', body: { [key]: id } });
      expect(refused).toMatchObject({ status: 400, Status: 3, fields: { [key]: expect.any(String) } });
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
  });

  test('an unknown id is 404', async () => {
    const { body } = await make(rest, paths);
    expect(await post({ ...body, [idName]: unknownId })).toMatchObject({ status: 404, Status: 1 });
  });

  test('junk is no id', async () => {
    for (const id of [1e30, 2 ** 31, -1, 1.5, 'x', '99999999999999999999', {}, [], true]) {
      const answer = await post({ ...sampleBody(record), [idName]: id });
      expect(answer, JSON.stringify(id)).toMatchObject({
        status: 400,
        Status: 3,
        fields: { [idName]: expect.any(String) },
      });
    }
  });

  test('values of a wrong type, too long or not storable are refused by name', async () => {
    const good = sampleBody(record);
    for (const name of names.all) {
      for (const wrong of [{ a: 1 }, [1], 'x'.repeat(100_000), 'a\u0000b', 'a\ud800b', 1e308]) {
        const answer = await post({ ...good, [name]: wrong });
        expect(answer, `${name}: ${JSON.stringify(wrong).slice(0, 40)}`).toMatchObject({ status: 400, Status: 3 });
        expect(Object.keys(answer.fields), `${name}: ${JSON.stringify(wrong).slice(0, 40)}`).toEqual([name]);
      }
    }
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

  test('bodies that are no record are refused', async () => {
    for (const body of malformed) {
      expect(await post(body), body.slice(0, 60)).toMatchObject({ status: 400, Status: 3 });
    }
  });

  test('other content types are refused', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'nonsense']) {
      const answer = await rest.call('POST', path, { as: 'admin', body: 'a=b', headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, Status: 1 });
    }
  });

  test('only an Admin saves', async () => {
    const body = sampleBody(record);
    expect(await rest.call('POST', path, { body })).toMatchObject({ status: 401, Status: 5 });
    expect(await rest.call('POST', path, { body, as: 'client' })).toMatchObject({ status: 403, Status: 1 });
    expect(await rest.call('POST', path, { body: '{"a":' })).toMatchObject({ status: 401, Status: 5 });
  });
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

/** Values as a read gives them back to an Admin. */
function asRead(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /^(Is|ShowOn)/.test(name) ? Number(value) : value]),
  );
}
