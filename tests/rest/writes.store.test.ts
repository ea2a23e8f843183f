import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { verifyPassword } from '../../core/accounts/passwords.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import { images } from '../../db/schema/images.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { planFeatures } from '../../db/schema/pricing.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { users } from '../../db/schema/users.ts';
import { allDefinitions } from '../fixture/definitions.ts';
import { drawn, noisy, padded } from '../images/pictures.ts';
import { everyRecord, find, make, sampleBody } from './samples.ts';
import { makeRest, publicUrl, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

test('every record of every section has documented paths', async () => {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
  const definitions = allDefinitions;
  expect(definitions.length).toBeGreaterThan(25);
  expect(names(everyRecord.map(({ record }) => record.definition))).toEqual(names(definitions));
});

function dataUrl(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

const withPictures = everyRecord.flatMap((paths) =>
  [...paths.record.fields.values()].filter((field) => field.isPicture).map((field) => ({ paths, field })),
);

/** Greatest width (px) of the pictures of some fields. */
const widestOf = new Map([
  ['CompanyLogoFile', 640],
  ['PromoBackgroundImageFile', 1920],
  ['ClientLogoFile', 440],
]);

describe('pictures', () => {
  test.each(withPictures)('$paths.save takes $field.name', async ({ paths, field }) => {
    const { record, save } = paths;
    const [idName = ''] = record.ids;
    const outputs = Object.keys(field.output);
    const made = await make(rest, paths);
    const address = async () => {
      const row = await find(rest, paths, made);
      return outputs.map((output) => row?.[output]);
    };
    expect(new Set(await address())).toEqual(new Set(['']));

    const file = { Name: 'picture.png', ImageBase64: dataUrl(await drawn('png')) };
    await rest.save(save, { ...made.body, [idName]: made.id, [field.name]: file });
    const [stored] = await address();
    expect(stored).toMatch(new RegExp(`^${publicUrl}/images/[0-9a-f]{32}-\\d+\\.webp$`));
    expect(new Set(await address())).toEqual(new Set([stored]));
    const widest = widestOf.get(field.name);
    if (widest !== undefined) expect(stored).toMatch(new RegExp(`-${widest}\\.webp$`));
    const served = await rest.send('GET', String(stored).slice(publicUrl.length));
    // The picture itself: no job has drawn the WebP yet.
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);

    // Left out, null or empty: kept (design, section 5; specification, section 5: Empty check).
    for (const empty of [undefined, null, '', {}, { Name: '', ImageBase64: '' }, { Name: 'x', ImageBase64: null }]) {
      await rest.save(save, { ...made.body, [idName]: made.id, [field.name]: empty });
      expect(await address()).toContain(stored);
    }

    for (const wrong of ['text', [1], { Name: 'x', ImageBase64: 7 }, { ImageBase64: 'not base64!' }]) {
      const answer = await rest.call('POST', `/api/${save}`, {
        as: 'admin',
        body: { ...made.body, [field.name]: wrong },
      });
      expect(answer).toMatchObject({ status: 400, Status: 3, fields: { [field.name]: expect.any(String) } });
    }
  });

  test('PNG-only and too large pictures are refused in the documented words', async () => {
    const company = sampleBody(everyRecord.find(({ save }) => save === 'savecompany')?.record ?? never());
    const send = (bytes: Uint8Array) =>
      rest.call('POST', '/api/savecompany', {
        as: 'admin',
        body: { ...company, CompanyLogoFile: { Name: 'logo.png', ImageBase64: dataUrl(bytes) } },
      });
    expect((await send(await drawn('jpeg'))).fields).toEqual({ CompanyLogoFile: 'Please upload PNG file' });
    const png = await drawn('png');
    expect((await send(padded(png, 1_500_000))).status).toBe(200);
    expect((await send(padded(png, 1_500_001))).fields).toEqual({ CompanyLogoFile: 'Max 5Mb allowed.' });
    // Eight times the limit may arrive; base64 takes four bytes for three.
    expect((await send(padded(png, 8_900_000))).fields).toEqual({ CompanyLogoFile: 'Max 5Mb allowed.' });
    expect(await send(padded(png, 9_100_000))).toMatchObject({ status: 413, Status: 1 });
    // A record without a picture takes no large body.
    const large = { NavbarText: 'x'.repeat(1_100_000) };
    expect((await rest.call('POST', '/api/savenavbar', { as: 'admin', body: large })).status).toBe(413);
  });

  test('a save that is refused stores no picture', async () => {
    const before = await rest.deps.db.select({ hash: images.hash }).from(images);
    const file = { Name: 'new.jpg', ImageBase64: dataUrl(await noisy(40, 30), 'image/jpeg') };
    const body = { PromoTitle: '', PromoSubTitle: 'x', IsActive: 1, PromoBackgroundImageFile: file };
    const answer = await rest.call('POST', '/api/savepromomasterdetail', { as: 'admin', body });
    expect(Object.keys(answer.fields)).toEqual(['PromoTitle']);
    const visitor = await rest.call('POST', '/api/savepromomasterdetail', { body: { ...body, PromoTitle: 'x' } });
    expect(visitor.status).toBe(401);
    expect(await rest.deps.db.select({ hash: images.hash }).from(images)).toHaveLength(before.length);
  });
});

describe('rules of the specification', () => {
  test('a tag value needs six characters', async () => {
    const plan = everyRecord.find(({ save }) => save === 'savepriceplandetail') ?? never();
    const body = { ...sampleBody(plan.record), TagValue: 'short' };
    const answer = await rest.call('POST', '/api/savepriceplandetail', { as: 'admin', body });
    expect(answer.fields).toEqual({ TagValue: 'Minimum six Character' });
  });

  test('a button needs title and link alone, a social link text and site', async () => {
    const hero = await make(rest, everyRecord.find(({ save }) => save === 'savedashboardmaster') ?? never());
    const button = { DashboardID: hero.id, DashboardButtonText: 'Write to us', ButtonLink: 'container_button_message' };
    const ButtonID = await rest.save('savedashboardbutton', button);
    expect(await rest.read('getdashboardbuttondetail')).toContainEqual(
      expect.objectContaining({ ButtonID, ButtonColor: '', IsActive: 1 }),
    );
  });

  test('deleting a plan takes its features along', async () => {
    const paths = everyRecord.find(({ save }) => save === 'saveplanfeaturedetail') ?? never();
    const feature = await make(rest, paths);
    const body = { PlanDetailID: feature.parent?.id };
    await rest.call('POST', '/api/deleteplandetail', { as: 'admin', body });
    const rows = await rest.deps.db.select().from(planFeatures);
    expect(rows.map(({ id }) => id)).not.toContain(feature.id);
  });
});

describe('POST /api/sendemail', () => {
  const message = { name: 'Ada', email: 'ada@harbour.example', message: 'Is the café open?' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('stores a message that was sent as JSON or as a form', async () => {
    const json = await rest.call('POST', '/api/sendemail', { body: message });
    expect(json).toMatchObject({
      status: 200,
      Status: 0,
      Data: 1,
      Message: 'Thanks for reaching out to us. We will get back to you very soon.',
    });
    const body = new URLSearchParams(message).toString();
    expect(await rest.call('POST', '/api/sendemail', { body, headers: form })).toMatchObject({ status: 200, Data: 1 });
    const stored = await rest.deps.db.select().from(inboxMessages);
    expect(stored).toHaveLength(2);
    expect(stored[1]).toMatchObject(message);
  });

  describe('from a browser without script', () => {
    const headers = { ...form, accept: 'text/html,application/xhtml+xml' };
    const submit = (fields: Record<string, string>) =>
      rest.send('POST', '/api/sendemail', { body: new URLSearchParams(fields).toString(), headers });
    const stored = () => rest.deps.db.$count(inboxMessages);
    const hiddenFields = (page: string) =>
      z.record(z.string(), z.string()).parse(JSON.parse(/\{.*\}/.exec(page)?.[0] ?? ''));

    test('is stored when its button is pressed two seconds later, not before', async () => {
      const before = await stored();
      const asked = await submit(message);
      expect(asked.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(asked.body).toContain('One more step\n');
      const fields = hiddenFields(asked.body);
      expect(fields).toMatchObject(message);
      const early = await submit(fields);
      expect(hiddenFields(early.body)).toEqual(fields);
      expect(await stored()).toBe(before);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      expect((await submit(fields)).body).toBe(
        'Message sent\nThanks for reaching out to us. We will get back to you very soon.',
      );
      expect(await stored()).toBe(before + 1);
    });

    test('a failure of the server is an envelope, not a page', async () => {
      const asked = await submit(message);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const away = (from: string, to: string) => rest.store.execute(`alter table ${from} rename to ${to}`);
      await away('inbox_messages', 'inbox_away');
      const failed = await submit(hiddenFields(asked.body));
      await away('inbox_away', 'inbox_messages');
      expect([failed.statusCode, failed.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
      expect(JSON.parse(failed.body)).toMatchObject({ Status: expect.any(Number), Data: expect.anything() });
    });

    test('a false ticket leads to the question again, a refused message to a page that says why', async () => {
      const before = await stored();
      for (const ticket of ['', 'x', 'a.b.c.d', secretBox(rest.deps.config).seal('1')])
        expect((await submit({ ...message, ticket })).body).toContain('One more step\n');
      const refused = await submit({ name: 'Ada' });
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(refused.body).toContain('Not sent\nE-mail is required');
      const tooLarge = await submit({ ...message, message: 'x'.repeat(33_000) });
      expect([tooLarge.statusCode, tooLarge.body]).toEqual([413, 'Not sent\nThe request is too large.']);
      expect(await stored()).toBe(before);
    });
  });

  test('takes twenty messages of an address in an hour; a browser’s page names the time to wait', async () => {
    const body = new URLSearchParams(message).toString();
    const send = (headers: Record<string, string>, payload: string | object) =>
      rest.app.inject({ method: 'POST', url: '/api/sendemail', payload, headers, remoteAddress: '192.0.2.80' });
    for (let number = 0; number < 20; number += 1) expect((await send({}, message)).statusCode).toBe(200);
    expect((await send({}, message)).json()).toMatchObject({ Status: 1, Data: null });
    const page = await send({ ...form, accept: 'text/html' }, body);
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(3000);
    // A program's form, and a browser's JSON, get the envelope.
    expect((await send(form, body)).json()).toMatchObject({ Status: 1 });
    expect((await send({ accept: 'text/html' }, message)).json()).toMatchObject({ Status: 1 });
  });

  test('names the refused fields', async () => {
    for (const body of [{}, { name: {}, email: 1, message: [] }, { name: ' ', email: 'x', message: 'a' }]) {
      const answer = await rest.call('POST', '/api/sendemail', { body });
      expect(answer).toMatchObject({ status: 400, Status: 3 });
      expect(Object.keys(answer.fields).sort()).toEqual(['email', 'message', 'name']);
    }
  });
});

test('POST /api/subscribe stores an address', async () => {
  const answer = await rest.call('POST', '/api/subscribe', { body: { email: 'Ada@harbour.example' } });
  expect(answer).toMatchObject({ status: 200, Data: 1, Message: 'E-mail has been added successfully.' });
  expect(await rest.deps.db.select().from(subscribers)).toMatchObject([{ email: 'ada@harbour.example' }]);
  const refused = await rest.call('POST', '/api/subscribe', { body: { email: 'nobody' } });
  expect(refused).toMatchObject({ status: 400, fields: { email: expect.any(String) } });
});

describe('POST /api/changepassword', () => {
  const change = (body: unknown) => rest.call('POST', '/api/changepassword', { as: 'client', body });

  test('sets one’s own password', async () => {
    expect(await change({ Password: 'new tide table', UserName: 'Mira' })).toMatchObject({
      status: 200,
      Status: 0,
      Message: 'Save Succesfull',
      Data: 1,
    });
    const [user] = await rest.deps.db.select().from(users).where(eq(users.userName, 'mira'));
    expect(await verifyPassword(user?.passwordHash, 'new tide table')).toBe(true);
  });

  test('refuses short passwords and other people’s names', async () => {
    expect(await change({ Password: '12345' })).toMatchObject({
      status: 400,
      fields: { Password: expect.any(String) },
    });
    expect(await change({})).toMatchObject({ status: 400, fields: { Password: 'Password is required' } });
    expect(await change({ Password: 'long enough', UserName: 'admin' })).toMatchObject({ status: 403, Status: 1 });
    expect(await change({ Password: 'long enough', UserName: 'm'.repeat(120) })).toMatchObject({ status: 403 });
    expect(await change({ Password: 'long enough', UserName: 'm'.repeat(121) })).toMatchObject({
      status: 400,
      fields: { UserName: expect.any(String) },
    });
  });
});

test('an idempotency key must be well formed, and counts in the writes of signed-in users alone', async () => {
  const headers = { 'idempotency-key': 'short' };
  const hero = sampleBody(everyRecord.find(({ save }) => save === 'savedashboardmaster')?.record ?? never());
  const save = (key: string) =>
    rest.call('POST', '/api/savedashboardmaster', { as: 'admin', body: hero, headers: { 'idempotency-key': key } });
  const refused = await save('short');
  expect(refused).toMatchObject({ status: 400, Status: 3 });
  expect(refused.fields).toEqual({ 'Idempotency-Key': expect.stringMatching(/\S/) });
  const first = await save('a'.repeat(22));
  expect(await save(`"${'a'.repeat(22)}"`)).toMatchObject({ status: 200, Data: first.Data });
  expect((await save('b'.repeat(22))).Data).not.toBe(first.Data);
  expect(await rest.call('GET', '/api/getdashboarddetail', { as: 'admin', headers })).toMatchObject({ status: 200 });
  const body = { email: 'key@harbour.example' };
  expect(await rest.call('POST', '/api/subscribe', { body, headers })).toMatchObject({ status: 200 });
});

test('an unexpected error is 500 with the documented text and a request id', async () => {
  const { db } = rest.deps;
  const broken = { ...rest.deps, db: new Proxy(db, { get: () => fail }) };
  const other = await makeRest();
  try {
    Object.assign(other.deps, broken);
    const answer = await other.call('GET', '/api/getclienttasklist');
    expect(answer).toMatchObject({ status: 500, Status: 2, Data: { requestId: expect.stringMatching(/^\w+$/) } });
    expect(answer.Message).toBe(
      'We have faced some technical issue. Please contact administrator related to the issue.',
    );
  } finally {
    await other.remove();
  }
});

function fail(): never {
  throw new Error('the database is gone: /secret/path');
}

function never(): never {
  throw new Error('not registered');
}
