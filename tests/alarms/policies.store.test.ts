import { eq, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alarmIncidents, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { hour, minute } from '../health/setup.ts';
import { makePolicySetup } from './policy-setup.ts';

let setup: Awaited<ReturnType<typeof makePolicySetup>>;
beforeEach(async () => {
  setup = await makePolicySetup();
});
afterEach(() => setup.remove());

describe('steps', () => {
  test('notify one after the other until someone acknowledges, and of the end of the outage those who were notified', async () => {
    const { server, contacts } = await setup.start();
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    expect((await setup.bodies(contacts[0]))[0]).toMatch(/has been silent for .*Reply ACK 1\./);
    await setup.pass(9 * minute);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    await setup.pass(2 * minute);
    expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
    expect((await setup.bodies(contacts[1]))[0]).toMatch(/is still offline after .*: silent for/);
    await setup.admin.alarms.incidents.acknowledge({ id: 1 });
    await setup.pass(hour);
    expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
    await setup.ping(server.code);
    await setup.sweep();
    expect(await setup.counts(contacts)).toEqual([2, 2, 0]);
    expect((await setup.bodies(contacts[1]))[1]).toMatch(/came back online/);
    const { entries, resolvedAt } = await setup.admin.alarms.incidents.detail({ id: 1 });
    expect(resolvedAt).not.toBeNull();
    expect(entries.map(({ event }) => event)).toEqual(['notified', 'notified', 'acknowledged', 'back', 'resolved']);
  });

  test('end when the server is back', async () => {
    const { server, contacts } = await setup.start();
    await setup.leap(2 * hour);
    await setup.ping(server.code);
    await setup.pass(hour);
    expect(await setup.counts(contacts)).toEqual([2, 0, 0]);
  });

  test('are repeated as often as the policy says', async () => {
    const { contacts } = await setup.start({ repeats: 2, repeatMinutes: 20 });
    await setup.leap(2 * hour);
    await setup.pass(3 * hour);
    expect(await setup.counts(contacts)).toEqual([3, 3, 3]);
  });

  test('that reach nobody leave their place to the next one', async () => {
    const { contacts } = await setup.start();
    await setup.deactivate(contacts[0]);
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([0, 1, 0]);
    const { entries } = await setup.admin.alarms.incidents.detail({ id: 1 });
    expect(entries.map(({ text }) => text)).toEqual(['Step 2 of Night. Step 1 reaches nobody.']);
  });

  test('that all reach nobody fall back to everyone', async () => {
    const { contacts, fields, policyId } = await setup.start();
    await setup.admin.alarms.policies.save({ ...fields, id: policyId, steps: fields.steps.slice(0, 1) });
    await setup.deactivate(contacts[0]);
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([0, 1, 1]);
  });
});

describe('quiet hours', () => {
  // The test's clock begins at 08:00 UTC.
  const quiet = { timeZone: 'UTC', from: '09:00', until: '12:00' };

  test('hold an alarm back until their end', async () => {
    const { contacts } = await setup.start({ quiet });
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([0, 0, 0]);
    await setup.leap(hour);
    expect(await setup.counts(contacts)).toEqual([0, 0, 0]);
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    expect((await setup.bodies(contacts[0]))[0]).toMatch(
      /has changed once since .* and has been offline since .*: silent/,
    );
  });

  test('keep what has recovered by their end to themselves', async () => {
    const { server, contacts } = await setup.start({ quiet });
    await setup.leap(2 * hour);
    await setup.ping(server.code);
    await setup.sweep();
    for (let round = 0; round < 2; round += 1) {
      await setup.leap(50 * minute);
      await setup.ping(server.code);
    }
    await setup.leap(30 * minute);
    expect(await setup.counts(contacts)).toEqual([0, 0, 0]);
  });

  test('let further steps wait', async () => {
    const { contacts } = await setup.start({ quiet: { ...quiet, from: '10:05', until: '14:00' } });
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    await setup.pass(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  });
});

describe('what applies', () => {
  test('is the policy with the nearest scope', async () => {
    const { server, account, contacts, fields } = await setup.start({ scopes: [] });
    const { policies } = setup.admin.alarms;
    const applied = async () => (await policies.ofServer({ clientId: server.id })).policy?.name ?? null;
    expect(await applied()).toBe(null);
    for (const [name, scope] of [
      ['All', { kind: 'all', targetId: 0 }],
      ['Account', { kind: 'account', targetId: account.id }],
      ['Server', { kind: 'server', targetId: server.id }],
    ] as const) {
      await policies.save({ ...fields, name, scopes: [scope] });
      expect(await applied()).toBe(name);
    }
    expect(contacts.length).toBe(3);
    const taken = policies.save({ ...fields, name: 'Second', scopes: [{ kind: 'server', targetId: server.id }] });
    await expect(taken).rejects.toThrow('Server 1 has the policy Server already');
  });

  test('a deleted policy leaves its servers notifying everyone at once', async () => {
    const { contacts, policyId } = await setup.start();
    await setup.admin.alarms.policies.remove({ id: policyId });
    await setup.leap(2 * hour);
    expect(await setup.counts(contacts)).toEqual([1, 1, 1]);
  });

  test('several servers with one policy are one incident, and a further step names those that are still offline', async () => {
    const { account, contacts, server, policyId, fields } = await setup.start();
    const others = [];
    for (const name of ['db-1', 'web-1', 'web-2']) {
      const other = await setup.addServer({ name, telephonyClientId: account.id });
      await setup.ping(other.code);
      others.push(other);
    }
    const scopes = [{ kind: 'account' as const, targetId: account.id }];
    await setup.admin.alarms.policies.save({ ...fields, id: policyId, scopes });
    await setup.leap(2 * hour);
    await setup.ping(others[1]?.code ?? '');
    await setup.pass(11 * minute);
    expect(await setup.bodies(contacts[0])).toEqual([
      expect.stringMatching(/^4 servers offline since .*, first: Server 1: db-1, web-1, web-2/),
      expect.stringMatching(/^web-1 came back online/),
    ]);
    expect(await setup.bodies(contacts[1])).toEqual([
      expect.stringMatching(/^3 servers are still offline since .*, first: Server 1: db-1, web-2/),
    ]);
    expect((await setup.admin.health.outages({ id: server.id })).outages[0]?.notified.length).toBe(2);
  });
});

test('more alarms than the limit of an hour are one summary', async () => {
  const { server, contacts } = await setup.start({ maxPerHour: 2, repeats: 0 });
  for (let round = 0; round < 2; round += 1) {
    await setup.ping(server.code, '/1');
    await setup.pass(20);
    await setup.ping(server.code);
    await setup.pass(20);
  }
  expect((await setup.bodies(contacts[0])).map((text) => text.slice(0, 16))).toEqual([
    'Server 1 FAILED ',
    'Server 1 came ba',
  ]);
  await setup.pass(hour);
  const [, , summary] = await setup.bodies(contacts[0]);
  expect(summary).toMatch(/^2 further alarms since .*: Server 1 FAILED \(exit 1\); Server 1 came back online/);
  expect((await setup.counts(contacts))[0]).toBe(3);
});

test('the limit counts alarms that are stored together too', async () => {
  const { contacts, fields, policyId, account } = await setup.start({ maxPerHour: 1 });
  const other = await setup.addServer({ telephonyClientId: account.id });
  await setup.ping(other.code);
  const scopes = [{ kind: 'account' as const, targetId: account.id }];
  await setup.admin.alarms.policies.save({ ...fields, id: policyId, maxPerHour: 1, scopes });
  await setup.leap(2 * hour);
  expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
  await setup.pass(hour + minute);
  expect((await setup.bodies(contacts[0])).at(-1)).toMatch(/^1 further alarm since .*: Server 2 has been silent/);
});

test('maintenance lets further steps wait', async () => {
  const { server, contacts } = await setup.start();
  await setup.leap(2 * hour);
  await setup.admin.health.maintain({ clientId: server.id, window: { hours: 1 } });
  await setup.pass(50 * minute);
  expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
  await setup.pass(20 * minute);
  expect((await setup.counts(contacts))[1]).toBe(1);
});

test('a policy that loses its steps, or is deleted, during an outage goes on with what is left', async () => {
  const { contacts, fields, policyId } = await setup.start();
  await setup.leap(2 * hour);
  await setup.pass(11 * minute);
  expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  await setup.admin.alarms.policies.remove({ id: policyId });
  await setup.pass(hour);
  expect(await setup.counts(contacts)).toEqual([2, 2, 1]);
  expect(fields.steps.length).toBe(3);
});

test('many incidents in maintenance do not hold up the steps of others', async () => {
  const { contacts, policyId } = await setup.start();
  await setup.leap(2 * hour);
  const other = await setup.addServer();
  const { db, now } = setup.deps;
  const at = now();
  await db
    .update(healthMonitors)
    .set({ status: 'offline', statusSince: at, sweepAt: null })
    .where(eq(healthMonitors.clientId, other.id));
  await setup.admin.health.maintain({ clientId: other.id, window: { hours: 1 } });
  const places = Array.from({ length: 250 }, (_, place) => place + 2);
  await db.insert(alarmIncidents).values(
    places.map((id) => ({
      kind: 'outage' as const,
      openKey: `incident-${id}`,
      policyId,
      title: 'In maintenance',
      openedAt: at,
      linkKey: 'unused',
      step: 1,
      stepAt: at,
    })),
  );
  const rows = await db.select().from(alarmIncidents).where(ne(alarmIncidents.id, 1));
  const [known] = await db.select().from(incidentServers);
  await db
    .insert(incidentServers)
    .values(
      rows.map(({ id }) => ({ incidentId: id, clientId: other.id, eventKey: `event-${id}`, at, news: known?.news })),
    );
  await setup.pass(12 * minute);
  expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
});

test('a rota names who is notified, and its gap hands over to the next step', async () => {
  const { server, contacts, fields, policyId } = await setup.start();
  const turn = { day: 1, from: '00:00', until: '10:05', contactId: contacts[1] };
  const { id: rotaId } = await setup.admin.alarms.rotas.save({ name: 'On call', timeZone: 'UTC', turns: [turn] });
  const [, , last] = fields.steps;
  const steps = [{ afterMinutes: 0, recipients: [{ kind: 'rota' as const, id: rotaId }] }, ...(last ? [last] : [])];
  await setup.admin.alarms.policies.save({ ...fields, id: policyId, steps });
  // The test's clock begins on Monday at 08:00 UTC.
  await setup.leap(2 * hour);
  expect(await setup.counts(contacts)).toEqual([0, 1, 0]);
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  expect(await setup.counts(contacts)).toEqual([0, 2, 1]);
  expect((await setup.admin.alarms.incidents.detail({ id: 2 })).entries[0]).toMatchObject({
    event: 'notified',
    text: 'Step 2 of Night. Step 1 reaches nobody.',
  });
});

test('two workers that sweep at once take each step once', async () => {
  const { contacts } = await setup.start();
  await setup.clock.elapse(2 * hour);
  await Promise.all([setup.sweep(), setup.sweep(), setup.sweep()]);
  await setup.clock.elapse(11 * minute);
  await Promise.all([setup.sweep(), setup.sweep(), setup.sweep()]);
  await setup.sweep();
  expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  expect(await setup.events()).toEqual(['notified', 'notified']);
});

test('after the clock was set back, the next step does not wait for the clock to catch up', async () => {
  setup.movesAllDeadlines();
  const { contacts } = await setup.start();
  await setup.leap(2 * hour);
  expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
  setup.clock.setBack(5 * hour);
  await setup.sweep();
  await setup.sweep();
  expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  await setup.pass(21 * minute);
  expect(await setup.counts(contacts)).toEqual([1, 1, 1]);
});

test('a clock that jumps ahead takes one step at a time', async () => {
  const { contacts } = await setup.start();
  await setup.leap(2 * hour);
  await setup.clock.elapse(12 * hour);
  await setup.sweep();
  expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  await setup.pass(21 * minute);
  expect(await setup.counts(contacts)).toEqual([1, 1, 1]);
});
