import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../core/alarms/drills.ts';
import { companies } from '../../db/schema/company.ts';
import { healthMails } from '../../db/schema/health.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { hour, minute } from '../health/setup.ts';
import { makePolicySetup } from './policy-setup.ts';

let setup: Awaited<ReturnType<typeof makePolicySetup>>;
beforeEach(async () => {
  setup = await makePolicySetup({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alarms@harbour.example' });
});
afterEach(() => setup.remove());

const pathIn = (text: string | undefined) => /\/alarm\/[\w.-]+/.exec(text ?? '')?.[0] ?? '';

/** An outage of which a chat was notified; the path of its link. */
async function startWithLink() {
  const { server } = await setup.addWatched({ telephonyClientId: null });
  const team = await setup.receiver();
  const id = await setup.addChannel(team.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [id] });
  await setup.leap(2 * hour);
  const [delivery] = await setup.deliveries();
  return { server, path: pathIn(JSON.stringify(delivery?.content)) };
}

describe('the link of a notification', () => {
  test('asks first, then acknowledges for its recipient', async () => {
    const { path } = await startWithLink();
    const page = await setup.app.inject({ url: path });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(page.body).toContain('You take care of it');
    expect((await setup.detail()).acknowledgedAt).toBeNull();
    expect((await setup.app.inject({ method: 'POST', url: path })).body).toContain('No further alarms are sent');
    expect(await setup.detail()).toMatchObject({ acknowledgedBy: 'Team' });
    expect((await setup.app.inject({ method: 'POST', url: path })).body).toContain('Acknowledged already');
    expect(await setup.events()).toEqual(['notified', 'acknowledged']);
  });

  test('stands in the mail to the company too', async () => {
    await startWithLink();
    const [mail] = await setup.deps.db.select().from(healthMails);
    await setup.app.inject({ method: 'POST', url: pathIn(mail?.text) });
    expect(await setup.detail()).toMatchObject({ acknowledgedBy: 'The company' });
  });

  test('says when the incident is over', async () => {
    const { server, path } = await startWithLink();
    await setup.ping(server.code);
    await setup.sweep();
    expect((await setup.app.inject({ url: path })).body).toContain('This incident is over');
    expect((await setup.app.inject({ method: 'POST', url: path })).body).toContain('This incident is over');
  });

  test.each([
    ['another recipient', (path: string) => path.replace('channel-1', 'channel-2')],
    ['another incident', (path: string) => path.replace('/1.', '/2.')],
    ['another signature', (path: string) => `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`],
    ['a part', (path: string) => path.slice(0, -1)],
  ])('with %s does nothing', async (_what, change) => {
    const { path } = await startWithLink();
    expect((await setup.app.inject({ method: 'POST', url: change(path) })).statusCode).toBe(404);
    expect((await setup.detail()).acknowledgedAt).toBeNull();
  });
});

describe('an SMS', () => {
  test.each(['ACK 1', ' ack #1. ', 'ACK', 'Acknowledge 1'])('%j acknowledges and is not passed on', async (text) => {
    const { account, contacts } = await setup.start();
    await setup.leap(2 * hour);
    expect(await setup.text(account, '+15005551001', text)).toContain('Incident 1 is acknowledged.');
    expect(await setup.detail()).toMatchObject({ acknowledgedBy: 'Contact +15005551001' });
    await setup.pass(hour);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
  });

  test('of a stranger, or of someone who was not notified, is an ordinary message', async () => {
    const { account, contacts } = await setup.start();
    await setup.leap(2 * hour);
    for (const from of ['+15005550000', '+15005551003']) {
      expect(await setup.text(account, from, 'ACK 1')).toContain('<Response></Response>');
      expect((await setup.detail()).acknowledgedAt).toBeNull();
    }
    // Both were passed on to the contacts.
    expect(await setup.counts(contacts)).toEqual([3, 2, 1]);
  });

  test('to the number of another account does nothing', async () => {
    await setup.start();
    const other = await setup.addAccount();
    await setup.addContact(other.id, '+15005551001');
    await setup.leap(2 * hour);
    await setup.text(other, '+15005551001', 'ACK 1');
    expect((await setup.detail()).acknowledgedAt).toBeNull();
  });

  test('without a number asks which incident is meant', async () => {
    const { account, fields, policyId } = await setup.start();
    const scopes = [{ kind: 'account' as const, targetId: account.id }];
    await setup.admin.alarms.policies.save({ ...fields, id: policyId, scopes });
    const second = await setup.addServer({ telephonyClientId: account.id });
    await setup.ping(second.code);
    await setup.leap(2 * hour);
    expect(await setup.text(account, '+15005551001', 'ACK')).toContain('such as ACK 2.');
    expect(await setup.text(account, '+15005551001', 'ACK 2')).toContain('Incident 2 is acknowledged.');
    expect(await setup.text(account, '+15005551001', 'ACK 2')).toContain('acknowledged already, by Contact');
    expect(await setup.text(account, '+15005551001', 'ACK')).toContain('Incident 1 is acknowledged.');
  });
});

describe('an incident', () => {
  test('that is taken back goes on with its next step', async () => {
    const { contacts } = await setup.start();
    await setup.leap(2 * hour);
    await setup.admin.alarms.incidents.acknowledge({ id: 1 });
    await setup.pass(hour);
    await setup.admin.alarms.incidents.reopen({ id: 1 });
    await setup.pass(minute);
    expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
    await expect(setup.admin.alarms.incidents.reopen({ id: 1 })).rejects.toThrow('is not acknowledged');
    expect(await setup.events()).toEqual(['notified', 'acknowledged', 'reopened', 'notified']);
  });

  test('that is snoozed is silent until then', async () => {
    const { contacts } = await setup.start();
    await setup.leap(2 * hour);
    await setup.admin.alarms.incidents.snooze({ id: 1, minutes: 30 });
    await setup.pass(29 * minute);
    expect(await setup.counts(contacts)).toEqual([1, 0, 0]);
    await setup.pass(2 * minute);
    expect(await setup.counts(contacts)).toEqual([1, 1, 0]);
  });

  test('that is acknowledged sends no reminder and tries no further channel', async () => {
    const { server, contactId } = await setup.addWatched();
    const team = await setup.receiver();
    await setup.addChannel(team.address, { contactId });
    const settings = { graceSeconds: null, hasBadge: false, isOnStatusPage: false };
    await setup.admin.health.save({ ...settings, clientId: server.id, reminderHours: 1 });
    await setup.leap(2 * hour);
    await setup.admin.alarms.incidents.acknowledge({ id: 1 });
    await setup.pass(3 * hour);
    await setup.work(0.5);
    expect((await setup.bodies(contactId)).length).toBe(1);
    expect(team.received).toEqual([]);
    expect((await setup.deliveries()).map(({ state }) => state)).toEqual(['skipped']);
  });

  test('takes notes, also when it is over', async () => {
    const { server } = await setup.start();
    await setup.leap(2 * hour);
    await setup.ping(server.code);
    await setup.sweep();
    await setup.admin.alarms.incidents.note({ id: 1, text: 'The disk was full.' });
    const { entries } = await setup.detail();
    expect(entries.at(-1)).toMatchObject({ event: 'note', who: 'admin', text: 'The disk was full.' });
  });
});

describe('a fire drill', () => {
  test('asks everyone in the order of the policy, and reports who answered', async () => {
    const { policyId, account, contacts } = await setup.start();
    const { incidentId } = await setup.admin.alarms.policies.drill({ id: policyId });
    expect(incidentId).toBe(1);
    await expect(setup.admin.alarms.policies.drill({ id: policyId })).rejects.toThrow('is running');
    await setup.sweep();
    expect(await setup.bodies(contacts[0])).toEqual([
      expect.stringMatching(/^TEST: Fire drill of the policy Night. Please answer .* Reply ACK 1\./),
    ]);
    await setup.pass(3 * minute);
    expect(await setup.text(account, '+15005551001', 'ACK 1')).toContain('your answer to fire drill 1 is recorded');
    // An answer does not end a drill.
    await setup.pass(40 * minute);
    expect(await setup.counts(contacts)).toEqual([1, 1, 1]);
    await setup.leap(2 * hour);
    const { entries, resolvedAt } = await setup.detail();
    expect(resolvedAt).not.toBeNull();
    expect(entries.at(-1)?.text).toBe(
      'Answered: Contact +15005551001 (3 min). No answer: Contact +15005551002, Contact +15005551003.',
    );
    const mails = await setup.deps.db.select().from(healthMails);
    expect(mails.at(-1)?.text).toContain('No answer: Contact +15005551002');
  });

  describe('of a policy for all servers that notifies their contacts', () => {
    const everywhere = {
      steps: [
        { afterMinutes: 0, recipients: [{ kind: 'server' as const }] },
        { afterMinutes: 10, recipients: [{ kind: 'company' as const }] },
      ],
      scopes: [{ kind: 'all' as const, targetId: 0 }],
    };
    const report = async () => {
      await setup.pass(11 * minute);
      await setup.leap(2 * hour);
      return (await setup.detail()).entries.at(-1)?.text;
    };

    test('tests the contacts and channels of the chosen server', async () => {
      const { server, policyId, contacts, fields } = await setup.start(everywhere);
      const team = await setup.receiver();
      const channelId = await setup.addChannel(team.address);
      await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
      await setup.admin.alarms.policies.save({ ...fields, id: policyId, drillServerId: server.id });
      await setup.admin.alarms.policies.drill({ id: policyId });
      await setup.sweep();
      expect(await setup.counts(contacts)).toEqual([1, 1, 1]);
      expect((await setup.deliveries()).map(({ name }) => name)).toEqual(['Team']);
      expect(await report()).toMatch(/^Nobody answered\. No answer: Contact \+15005551001, .*Team, The company\.$/);
    });

    test('leaves them out without a choice, and says so', async () => {
      const { policyId, contacts } = await setup.start(everywhere);
      await setup.admin.alarms.policies.drill({ id: policyId });
      await setup.sweep();
      expect(await setup.counts(contacts)).toEqual([0, 0, 0]);
      expect(await report()).toBe(
        'Nobody answered. No answer: The company. Contacts and channels of servers were left out, because the policy applies to several: choose a server for its fire drills.',
      );
    });

    test('needs a server that exists, and forgets a deleted one', async () => {
      const { server, fields, policyId } = await setup.start(everywhere);
      const save = (drillServerId: number) =>
        setup.admin.alarms.policies.save({ ...fields, id: policyId, drillServerId });
      await expect(save(99)).rejects.toThrow('There is no server 99');
      await save(server.id);
      await setup.admin.clients.items.delete({ id: server.id });
      const [policy] = await setup.admin.alarms.policies.list();
      expect(policy).toMatchObject({ drillServerId: null, drillServer: null });
    });
  });

  test('begins by itself on the first working day of a month, once', async () => {
    await setup.deps.db.update(companies).set({ timeZone: 'UTC' });
    const { contacts } = await setup.start({ isDrilled: true });
    const opened = async () => (await setup.admin.alarms.incidents.list({})).open.length;
    for (const [time, drills] of [
      ['2026-03-31T12:00:00Z', 0],
      ['2026-04-01T09:00:00Z', 0],
      ['2026-04-01T10:00:00Z', 1],
      ['2026-04-01T12:00:00Z', 1],
    ] as const) {
      await setup.clock.elapse((Date.parse(time) - Number(setup.clock.now())) / 1000);
      await handlers.startDrills.run({}, setup.deps);
      expect([time, await opened()]).toEqual([time, drills]);
    }
    await setup.sweep();
    expect((await setup.bodies(contacts[0])).filter((body) => body.startsWith('TEST')).length).toBe(1);
  });

  test.each([
    ['2026-05-01T10:00:00Z', true],
    ['2026-05-04T10:00:00Z', false],
    ['2026-08-01T10:00:00Z', false],
    ['2026-08-03T09:59:00Z', false],
    ['2026-08-03T10:00:00Z', true],
    ['2026-11-01T10:00:00Z', false],
    ['2026-11-02T10:00:00Z', true],
    ['2026-11-09T10:00:00Z', false],
  ])('is due at %s: %s', (time, isDue) => {
    expect(dayOf(new Date(time), 'UTC')).toEqual({ month: time.slice(0, 7), isDue });
  });
});
