import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../fixture/users.ts';
import { hour, minute } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let contactId: number;
let account: number;
beforeEach(async () => {
  setup = await makeAlarmSetup();
  account = (await setup.addAccount()).id;
  contactId = await setup.addContact(account);
});
afterEach(() => setup.remove());

/** A server of the account that has sent a ping; every hour one is due. */
async function addServer(name: string) {
  const server = await setup.addServer({ name, telephonyClientId: account });
  await setup.ping(server.code);
  return server;
}
const needs = (clientId: number, ...parentIds: number[]) => setup.admin.alarms.parents.set({ clientId, parentIds });
const texts = async () =>
  (await setup.messagesTo(contactId)).map(({ body }) => body?.replace(/(offline|silent for|online|changed).*/, '$1'));
const hold = async (id: number) => (await setup.admin.health.detail({ id })).hold;

test('a server that goes offline with one that it needs is no news of its own', async () => {
  const [db, shop, cart] = [await addServer('db'), await addServer('shop'), await addServer('cart')];
  await needs(shop.id, db.id);
  await needs(cart.id, shop.id);
  await setup.leap(2 * hour);
  expect(await texts()).toEqual(['db has been silent for']);
  expect(await hold(shop.id)).toMatchObject({ reason: 'parent' });
  expect((await setup.monitor(cart.id)).status).toBe('offline');
  expect((await setup.flips(cart.id)).length).toBe(2);
  for (const { code } of [db, shop, cart]) await setup.ping(code);
  await setup.pass(10 * minute);
  expect(await texts()).toEqual(['db has been silent for', 'db came back online']);
  expect(await hold(shop.id)).toBe(null);
});

test('a server that stays offline after the one that it needs is back is notified of two minutes later', async () => {
  const [db, shop] = [await addServer('db'), await addServer('shop')];
  await needs(shop.id, db.id);
  await setup.leap(2 * hour);
  await setup.ping(db.code);
  await setup.pass(minute);
  expect(await texts()).toEqual(['db has been silent for', 'db came back online']);
  await setup.pass(2 * minute);
  expect((await texts()).slice(2)).toEqual(['shop has changed']);
  await setup.ping(shop.code);
  await setup.pass(minute);
  expect((await texts()).slice(3)).toEqual(['shop came back online']);
});

test('a server that goes offline alone is notified of at once, also while one that it needs is paused', async () => {
  const [db, shop] = [await addServer('db'), await addServer('shop')];
  await needs(shop.id, db.id);
  await setup.admin.health.pause({ id: db.id, isPaused: true });
  await setup.leap(2 * hour);
  expect(await texts()).toEqual(['shop has been silent for']);
});

test('reminders wait for the server that is needed', async () => {
  const [db, shop] = [await addServer('db'), await addServer('shop')];
  await setup.leap(2 * hour);
  expect((await texts()).length).toBe(2);
  await needs(shop.id, db.id);
  await setup.leap(25 * hour);
  expect((await texts()).slice(2)).toEqual(['db is still offline']);
});

test('two servers cannot need each other, whatever the way', async () => {
  const [first, second, third] = [await addServer('first'), await addServer('second'), await addServer('third')];
  await needs(second.id, first.id);
  await needs(third.id, second.id);
  await expect(needs(first.id, third.id)).rejects.toThrow('third needs first');
  await expect(needs(first.id, first.id)).rejects.toThrow('cannot need itself');
  await expect(needs(first.id, 9999)).rejects.toThrow('does not exist');
  await needs(second.id);
  await needs(first.id, third.id);
});

test('programs name the servers that a server needs', async () => {
  const { token } = await addSignedIn(setup.deps, 'Operator');
  const post = async (payload: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await setup.app.inject({
      method: 'POST',
      url: '/api/health/monitors',
      headers,
      payload,
    });
    return { statusCode, ...JSON.parse(body) };
  };
  const db = await addServer('db');
  const { Data } = await post({ Name: 'New shop', DependsOn: ['db'] });
  expect((await setup.admin.health.detail({ id: Data.MonitorID })).parents).toMatchObject([{ id: db.id, name: 'db' }]);
  expect(await post({ Name: 'Other shop', DependsOn: ['db', 'no such server'] })).toMatchObject({
    statusCode: 400,
    Message: 'There is no server no such server',
  });
  expect((await setup.admin.health.list()).map(({ name }) => name)).not.toContain('Other shop');
});
