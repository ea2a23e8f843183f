import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, inArray, like, lte, ne, sql } from 'drizzle-orm';
import { readConfig } from '../../core/config/config.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { startFakeTwilio } from '../fakes/twilio.ts';
import { pause, seed } from './health-data.ts';
import { atMost, formatNumber, type Row } from './report.ts';
import { startProduct } from './servers.ts';

const servers = 100_000;
const silent = 10_000;
const accounts = 10;
/** Requests of one account that the provider accepts at once, and its time for an answer. */
const maxConcurrent = 10;
const answerAfterMs = 50;

/** Seconds from a common deadline of many servers until all are offline, their alarms written and sent, in a running product. */
export async function massSilence(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-mass-'));
  const twilio = await startFakeTwilio();
  const { db, close } = await seed(dataDir, servers);
  twilio.maxConcurrent = maxConcurrent;
  twilio.answerAfter = answerAfterMs;
  const box = secretBox(readConfig({ DATA_DIR: dataDir }));
  for (let account = 1; account <= accounts; account += 1) {
    const { accountSid, authToken } = twilio.addAccount();
    const number = `+1500777${String(account).padStart(4, '0')}`;
    await db.insert(telephonyClients).values({
      projectName: `Harbour ${account}`,
      twilioPhoneNumber: number,
      phoneNumber: number,
      accountSid,
      authToken: box.seal(authToken),
      isDefault: account === 1,
      isActive: true,
      createdAt: new Date(),
    });
    await db
      .insert(telephonyContacts)
      .values({ parentId: account, friendlyName: 'Watch', twilioPhoneNumber: '+15005551001', isActive: true });
  }
  await db
    .update(clients)
    .set({ telephonyClientId: sql`1 + ${clients.id} % ${accounts}` })
    .where(lte(clients.id, silent));
  const product = await startProduct({
    variables: { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', TWILIO_API_BASE: twilio.url },
  });
  // Wait for the first sweeps; the deadline then falls between two sweeps.
  await pause(7000);
  const dueAt = new Date(Date.now() + 2000);
  const isSilent = lte(healthMonitors.clientId, silent);
  await db.update(healthMonitors).set({ dueAt, sweepAt: dueAt }).where(isSilent);

  async function secondsUntil(isReached: () => Promise<boolean>): Promise<number> {
    while (!(await isReached())) {
      if (Date.now() - Number(dueAt) > 1_200_000) throw new Error('not reached within 20 minutes');
      await pause(200);
    }
    return (Date.now() - Number(dueAt)) / 1000;
  }
  const noticed = await secondsUntil(
    async () => (await db.$count(healthMonitors, and(isSilent, ne(healthMonitors.status, 'offline')))) === 0,
  );
  const answered = await answerTimes(product.address);
  const written = await secondsUntil(
    async () => (await db.$count(healthFlips, and(inArray(healthFlips.alarm, ['send', 'held'])))) === 0,
  );
  const isOpen = inArray(telephonyMessages.delivery, ['waiting', 'handing-over']);
  const sent = await secondsUntil(async () => (await db.$count(telephonyMessages, isOpen)) === 0);
  await product.stop();
  // Servers of an account that go offline together are one message.
  const messages = await db.$count(telephonyMessages);
  const alone = await db.$count(telephonyMessages, like(telephonyMessages.eventKey, 'health-%'));
  const notified = alone + (await db.$count(alarmGroups));
  if (twilio.messages.length !== messages || notified !== silent)
    throw new Error(`${twilio.messages.length} of ${messages} messages sent, about ${notified} servers`);
  await close();
  await twilio.stop();
  await rm(dataDir, { recursive: true, force: true });
  const of = `${formatNumber(silent)} of ${formatNumber(servers)} servers silent at once`;
  return [
    { what: `${of}: all offline after`, figure: noticed, unit: 's', target: atMost(10) },
    { what: `${of}: slowest answer at that time`, figure: answered, unit: 'ms' },
    { what: `${of}: all alarms written after`, figure: written, unit: 's' },
    { what: `${of}: all messages sent after, by ${accounts} accounts`, figure: sent, unit: 's' },
    { what: `${of}: messages`, figure: messages },
    { what: `${of}: messages beyond the limit of an account`, figure: twilio.violations, target: atMost(0) },
  ];
}

/** The longest answer time of the busy product, in milliseconds. */
async function answerTimes(address: string): Promise<number> {
  let slowest = 0;
  for (let run = 0; run < 40; run += 1) {
    const began = performance.now();
    await (await fetch(`${address}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - began);
    await pause(50);
  }
  return slowest;
}
