import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAttention } from '../../core/desk/attention.ts';
import { recordListening } from '../../core/health/listening.ts';
import { notifyBlindTimes } from '../../core/health/notify-blind-times.ts';
import { alarmChannels, alarmDeliveries } from '../../db/schema/alarms.ts';
import { blindTimes, healthMails } from '../../db/schema/health.ts';
import { sessionFor } from '../fixture/session.ts';
import { makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'noreply@harbour.example' });
  setup.movesAllDeadlines();
  await setup.sweep();
});
afterEach(() => setup.remove());

async function addChannel(name: string, telephonyClientId: number | null): Promise<number> {
  const fields = { kind: 'slack', target: 'hooks.slack.com', sealed: '' } as const;
  const values = { name, telephonyClientId, ...fields, createdAt: setup.clock.now() };
  const [row] = await setup.deps.db.insert(alarmChannels).values(values).returning({ id: alarmChannels.id });
  return row?.id ?? 0;
}

const mails = () => setup.deps.db.select().from(healthMails);
const attention = async () => (await readAttention(setup.deps, sessionFor())).items;

test('after its own downtime the product notifies the company once, from all processes, how long it was blind', async () => {
  const account = await setup.addAccount();
  const team = await addChannel('Team', null);
  await addChannel('A client', account.id);
  const from = setup.clock.now();
  await setup.clock.elapse(32 * minute);
  const until = setup.clock.now();
  const other = await setup.store.open();
  await Promise.all([setup.deps.db, other.db].map((db) => recordListening(db, until)));
  await Promise.all([setup.deps, { ...setup.deps, db: other.db }].map((deps) => notifyBlindTimes(deps)));
  await other.close();
  expect(await mails()).toMatchObject([{ eventKey: `blind-${Number(from)}` }]);
  const [mail] = await mails();
  expect(mail?.text).toMatch(
    /^No pings were accepted for 32 min: outages in that time are unknown\.\nFrom .+ to .+ UTC/,
  );
  const items = await attention();
  expect(items).toMatchObject([{ kind: 'blindTime', from, until }]);
  await setup.sweep();
  expect((await mails()).length).toBe(1);
  expect(await setup.deps.db.select().from(alarmDeliveries)).toMatchObject([
    { channelId: team, recipient: `channel-${team}` },
  ]);
});

test('it stays on the dashboard until an operator has seen it', async () => {
  await setup.clock.elapse(6 * minute);
  await setup.sweep();
  const [time] = await setup.deps.db.select().from(blindTimes);
  const id = time?.id ?? 0;
  expect(await attention()).toMatchObject([{ kind: 'blindTime', id }]);
  await setup.admin.health.markBlindTimeSeen({ id });
  const seenAt = setup.clock.now();
  expect(await attention()).toEqual([]);
  await setup.clock.elapse(1);
  await setup.admin.health.markBlindTimeSeen({ id });
  expect(await setup.deps.db.select().from(blindTimes)).toMatchObject([{ seenAt }]);
  await expect(setup.admin.health.markBlindTimeSeen({ id: id + 1 })).rejects.toThrow('The downtime');
});

test('a short downtime, such as a restart, is not worth a message', async () => {
  await setup.clock.elapse(4 * minute);
  await setup.sweep();
  expect(await mails()).toEqual([]);
  expect(await attention()).toEqual([]);
});
