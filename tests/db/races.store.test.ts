import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { reconcileMonitors } from '../../core/health/reconcile.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { queueMessage } from '../../core/telephony/queue-message.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { clientHeadings } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { menuItems } from '../../db/schema/menu.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { noLimit } from '../fixture/no-limit.ts';
import { done, failures, makeReplicas, type Replicas } from './setup.ts';

let time: Date;
let replicas: Replicas;
beforeEach(async () => {
  time = new Date('2026-03-02T08:00:00Z');
  replicas = await makeReplicas({ now: () => time });
});
afterEach(() => replicas.remove());

describe('content', () => {
  const entry = (text: string) => ({ text, link: 'features', isActive: true });

  test('rows that are added at the same time have different positions, and each counts as a content write', async () => {
    const before = await readRevision(replicas.deps.db);
    const outcomes = await replicas.together(20, (caller, place) =>
      caller.menu.items.save({ values: entry(`Entry ${place}`) }),
    );
    expect(failures(outcomes)).toEqual([]);
    const rows = await replicas.deps.db.select().from(menuItems).orderBy(asc(menuItems.position));
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
    expect(await readRevision(replicas.deps.db)).toBe(before + 20);
  });

  test('of several saves of the same version one succeeds', async () => {
    const [made] = done(await replicas.together(1, (caller) => caller.menu.items.save({ values: entry('First') })));
    const outcomes = await replicas.together(10, (caller, place) =>
      caller.menu.items.save({ id: made?.id, version: made?.version, values: entry(`Save ${place}`) }),
    );
    expect(done(outcomes)).toEqual([{ id: made?.id, version: 2, revision: expect.any(Number) }]);
    expect(new Set(failures(outcomes))).toEqual(new Set(['Someone else has changed this menu entry in the meantime.']));
  });

  test('saves, deletes and new orders at the same time do not block each other', async () => {
    const made = done(
      await replicas.together(8, (caller, place) => caller.menu.items.save({ values: entry(`Entry ${place}`) })),
    );
    expect(made.length).toBe(8);
    const ids = (await replicas.deps.db.select().from(menuItems).orderBy(menuItems.position)).map(({ id }) => id);
    const outcomes = await replicas.together(24, async (caller, place) => {
      const id = ids[place % 8] ?? 0;
      if (place < 8) await caller.menu.items.save({ id, values: entry(`Again ${place}`) });
      else if (place < 16) await caller.menu.items.reorder({ ids: place % 2 ? ids : ids.toReversed(), from: ids });
      else if (place < 18) await caller.menu.items.delete({ id });
    });
    // A new order of a changed list is refused.
    for (const message of failures(outcomes))
      expect(message).toMatch(/does not exist|changed this list in the meantime/);
    const rows = await replicas.deps.db.select().from(menuItems);
    expect(rows.length).toBe(6);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(6);
  });

  test('a child of a heading that is deleted at the same time is stored with the heading or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const heading = { title: 'Clients', subTitle: '', isActive: true };
      const [made] = await replicas.deps.db.insert(clientHeadings).values(heading).returning();
      const parentId = made?.id ?? 0;
      const outcomes = await replicas.together(6, async (caller, place) => {
        if (place === 3) await caller.clients.heading.delete({ id: parentId });
        else await caller.clients.items.save({ parentId, values: server('', 'none') });
      });
      for (const message of failures(outcomes)) expect(message).toContain('does not exist');
    }
  });
});

function server(healthCode: string, checkInterval: 'none' | 'hour' | 'day') {
  return {
    name: 'Server',
    displayOrder: 1,
    healthCode,
    checkInterval,
    telephonyClientId: null,
    logo: null,
    isActive: true,
    showOnHomePage: true,
  };
}

describe('accounts', () => {
  const account = (place: number, isDefault = false) => ({
    twilioPhoneNumber: `+1500777${String(place).padStart(4, '0')}`,
    phoneNumber: '+15007770099',
    projectName: `Project ${place}`,
    accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
    authToken: 'a-token-of-an-account',
    isActive: true,
    isDefault,
  });
  const defaults = async () =>
    (await replicas.deps.db.select().from(telephonyClients)).filter(({ isDefault }) => isDefault).length;

  test('if several accounts become the default at the same time, one is the default', async () => {
    const made = await replicas.together(8, (caller, place) =>
      caller.telephony.clients.save({ values: account(place, true) }),
    );
    expect(failures(made)).toEqual([]);
    expect(await defaults()).toBe(1);
    const saved = await replicas.together(8, (caller, place) =>
      caller.telephony.clients.save({ id: done(made)[place]?.id, values: account(place, true) }),
    );
    expect(failures(saved)).toEqual([]);
    expect(await defaults()).toBe(1);
  });

  test.each([0, 1])(
    'an account that becomes the default and is deleted at the same time is deleted completely or not at all (%i)',
    async (deleting) => {
      const user = { firstName: 'Mira', lastName: 'Holt', userName: 'Mira', password: 'tide table' };
      const made = done(
        await replicas.together(1, (caller) => caller.telephony.clients.create({ values: { ...account(0), ...user } })),
      );
      const id = made[0]?.id ?? 0;
      await replicas.together(2, async (caller, place) => {
        if (place === deleting) await caller.telephony.clients.delete({ id });
        else await caller.telephony.clients.save({ id, values: account(0, true) });
      });
      const left = await replicas.deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, id));
      expect(await defaults()).toBe(left.length);
      expect(await replicas.deps.db.$count(users, eq(users.telephonyClientId, id))).toBe(left.length);
    },
  );

  test('each new user signs in to the account that was created with the user', async () => {
    const person = (place: number) => ({
      firstName: `Person ${place}`,
      lastName: 'Holt',
      userName: `user-${place}`,
      password: 'tide table',
    });
    const outcomes = await replicas.together(6, (caller, place) =>
      caller.telephony.clients.create({ values: { ...account(place), ...person(place) } }),
    );
    expect(failures(outcomes)).toEqual([]);
    const rows = await replicas.deps.db
      .select({ user: users.userName, project: telephonyClients.projectName })
      .from(users)
      .innerJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
      .orderBy(asc(users.userName));
    expect(rows).toEqual(
      Array.from({ length: 6 }, (_, place) => ({ user: `user-${place}`, project: `Project ${place}` })),
    );
    const same = await replicas.together(4, (caller, place) =>
      caller.telephony.clients.create({ values: { ...account(place), ...person(7), userName: 'Mira' } }),
    );
    expect(done(same).length).toBe(1);
    expect(new Set(failures(same))).toEqual(new Set(['This user name is taken']));
    expect(await replicas.deps.db.$count(telephonyClients)).toBe(7);
  });

  test('a number becomes a contact once and receives a message once', async () => {
    const [made] = done(await replicas.together(1, (caller) => caller.telephony.clients.save({ values: account(1) })));
    const parentId = made?.id;
    const values = { twilioPhoneNumber: '+15005551001', friendlyName: 'Mira', isActive: true };
    const outcomes = await replicas.together(6, (caller) => caller.telephony.contacts.save({ parentId, values }));
    expect(done(outcomes).length).toBe(1);
    expect(new Set(failures(outcomes))).toEqual(new Set(['This number is already a contact of the client']));
    expect(await replicas.deps.db.$count(telephonyContacts)).toBe(1);

    const contactId = done(outcomes)[0]?.id ?? 0;
    const queued = await replicas.together(6, (_caller, _place, { db, now }) =>
      Promise.resolve(queueMessage(db, { eventKey: 'down', contactId, text: 'Down', now: now() })),
    );
    expect(failures(queued)).toEqual([]);
    expect(done(queued).flat().length).toBe(1);
  });
});

test('an address is subscribed once, and the name of a category is unique', async () => {
  const added = await replicas.together(8, (caller, place) =>
    caller.subscribe.add({ email: place % 2 ? 'Ada@harbour.example' : 'ada@harbour.example', website: '' }),
  );
  expect(failures(added)).toEqual([]);
  expect(await replicas.deps.db.$count(subscribers)).toBe(1);

  const made = await replicas.together(4, (caller, place) => caller.boards.saveCategory({ name: `Food ${place}` }));
  expect(failures(made)).toEqual([]);
  const [caller] = await replicas.together(1, async (own) => own.boards.categories());
  const ids = caller ? done([caller]).flatMap((rows) => rows.map(({ id }) => id)) : [];
  const renamed = await replicas.together(4, (own, place) => own.boards.saveCategory({ id: ids[place], name: 'Fuel' }));
  expect(done(renamed).length).toBe(1);
  expect(new Set(failures(renamed))).toEqual(new Set(['There is a category “Fuel” already.']));
});

describe('servers', () => {
  async function addServers(count: number) {
    const { db } = replicas.deps;
    const [heading] = await db.insert(clientHeadings).values({ title: 'C', subTitle: '', isActive: true }).returning();
    const outcomes = await replicas.together(count, (caller, place) =>
      caller.clients.items.save({ parentId: heading?.id, values: server(`code-of-a-server-${place}`, 'hour') }),
    );
    return done(outcomes).map(({ id }, place) => ({ id, code: `code-of-a-server-${place}` }));
  }
  const ping = (code: string, kind: 'success' | 'failure' | 'start' = 'success') =>
    ({ code, kind, exitCode: null, method: 'GET', userAgent: '', body: '' }) as const;

  test('pings that arrive at both replicas at the same time are all counted and stored', async () => {
    const servers = await addServers(3);
    const { db, now } = replicas.deps;
    const batches = [createPingWriter(db, now, noLimit), createPingWriter((await replicaOf()).db, now, noLimit)];
    const kinds = ['success', 'start', 'success', 'failure', 'success'] as const;
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        servers.flatMap(({ code }) =>
          batches.flatMap((batch) => kinds.slice(0, 3).map((kind) => batch.record(ping(code, kind)))),
        ),
      );
    }
    for (const { id } of servers) {
      const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
      expect(monitor?.pingCount).toBe(36);
      expect(await db.$count(healthPings, eq(healthPings.clientId, id))).toBe(36);
    }
  });

  test('pings of online servers in many batches of both replicas are all counted and stored, and the newest time stays', async () => {
    const servers = await addServers(24);
    const { db } = replicas.deps;
    let [sent, minutes] = [0, 0];
    // Every ping has its own time; of each round, the first ping of a server is a usual one.
    const clock = () => new Date(Number(time) + minutes * 60_000 + ++sent);
    const writers = [createPingWriter(db, clock, noLimit), createPingWriter((await replicaOf()).db, clock, noLimit)];
    await Promise.all(servers.map(({ code }) => writers[0]?.record(ping(code))));
    const rounds = 20;
    for (let round = 0; round < rounds; round += 1) {
      minutes += 1;
      // In opposite orders, so that batches without an order of their own would wait for each other.
      const batches = writers.map((writer, place) =>
        (place === 0 ? servers : servers.toReversed()).map(({ code }) => writer.record(ping(code))),
      );
      // The pings of a round have no order among each other; those of later rounds come after them.
      await sweepOverdue(db, time, time);
      expect(new Set(await Promise.all(batches.flat()))).toEqual(new Set(['recorded']));
    }
    for (const { id } of servers) {
      const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
      const stored = await db.select().from(healthPings).where(eq(healthPings.clientId, id));
      expect([monitor?.pingCount, stored.length]).toEqual([1 + 2 * rounds, 1 + 2 * rounds]);
      expect(Number(monitor?.lastPingAt)).toBe(Math.max(...stored.map(({ at }) => Number(at))));
      expect(monitor?.status).toBe('online');
    }
  });

  test('of pings of one server, the last one decides the status, through one replica or both', async () => {
    const servers = await addServers(8);
    const { db, now } = replicas.deps;
    const writers = [createPingWriter(db, now, noLimit), createPingWriter((await replicaOf()).db, now, noLimit)];
    const kinds = ['success', 'failure', 'start', 'success', 'success', 'failure', 'success'] as const;
    await Promise.all(
      servers.map(async ({ code }, place) => {
        if (place % 2) await Promise.all(kinds.map((kind) => writers[0]?.record(ping(code, kind))));
        else for (const [turn, kind] of kinds.entries()) await writers[turn % 2]?.record(ping(code, kind));
        if (place > 3) await writers[place % 2]?.record(ping(code, 'failure'));
      }),
    );
    for (const [place, { id }] of servers.entries()) {
      const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
      const status = place > 3 ? 'offline' : 'online';
      expect(monitor).toMatchObject({ status, startedAt: null, pingCount: kinds.length + (place > 3 ? 1 : 0) });
    }
  });

  async function replicaOf() {
    const found = done(await replicas.together(2, async (_caller, _place, own) => own));
    const [, second] = found;
    if (!second) throw new Error('no replica');
    return second;
  }

  test('several sweeps at the same time take a silent server offline once, and no server that sends a ping', async () => {
    const servers = await addServers(12);
    const { db } = replicas.deps;
    const other = await replicaOf();
    const batches = [createPingWriter(db, () => time, noLimit), createPingWriter(other.db, () => time, noLimit)];
    const pingAll = (which: typeof servers) =>
      Promise.all(which.map(({ code }, place) => batches[place % 2]?.record(ping(code))));
    await pingAll(servers);
    for (let round = 0; round < 5; round += 1) {
      time = new Date(Number(time) + 2 * 3_600_000);
      await Promise.all([
        sweepOverdue(db, time, time),
        sweepOverdue(other.db, time, time),
        pingAll(servers.slice(0, 6)),
        sweepOverdue(other.db, time, time),
        sweepOverdue(db, time, time),
      ]);
      await pingAll(servers);
    }
    // Each status follows the previous one: no change is repeated or missing.
    for (const { id } of servers) {
      const flips = await db.select().from(healthFlips).where(eq(healthFlips.clientId, id)).orderBy(healthFlips.at);
      const seen = flips.flatMap(({ previous, status }) => [previous, status]);
      for (let place = 1; place + 1 < seen.length; place += 2) expect(seen[place]).toBe(seen[place + 1]);
      expect(seen[0]).toBe('new');
      expect(seen.at(-1)).toBe('online');
    }
    for (const { id } of servers.slice(6)) expect(await db.$count(healthFlips, eq(healthFlips.clientId, id))).toBe(11);
  });

  test('a client that is saved several times at the same time has a matching monitor', async () => {
    const [made] = await addServers(1);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await replicas.together(6, (caller, place) =>
        caller.clients.items.save({
          id: made?.id,
          values: server(`code-${round}-of-a-server-${place}`, place % 2 ? 'hour' : 'day'),
        }),
      );
      expect(failures(outcomes)).toEqual([]);
      const { db, now } = replicas.deps;
      const [monitor] = await db.select().from(healthMonitors);
      await reconcileMonitors(db, now());
      const [after] = await db.select().from(healthMonitors);
      expect(monitor).toEqual(after);
    }
  });
});
