import { eq } from 'drizzle-orm';
import type { MessageStatus } from '../../contract/telephony.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { clientHeadings } from '../../db/schema/clients.ts';
import { pingHours } from '../../db/schema/desk.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { until } from '../fakes/clock.ts';
import type { TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

const hourMs = 3_600_000;
const sid = `AC${'a'.repeat(32)}`;

/** Adds an SMS account whose token is not used. */
async function addAccount({ db, now }: TestServer['deps'], projectName: string, isActive = true) {
  const number = '+15005550006';
  const [account] = await db
    .insert(telephonyClients)
    .values({
      projectName,
      twilioPhoneNumber: number,
      phoneNumber: number,
      accountSid: sid,
      authToken: '',
      isActive,
      isDefault: false,
      createdAt: now(),
    })
    .returning();
  if (!account) throw new Error('no account');
  return account.id;
}

/** Adds a contact of an account. */
async function addContact(
  { db }: TestServer['deps'],
  parentId: number,
  values: { friendlyName: string; twilioPhoneNumber: string; isActive?: boolean; problem?: string },
) {
  const [contact] = await db
    .insert(telephonyContacts)
    .values({ parentId, isActive: true, ...values })
    .returning();
  if (!contact) throw new Error('no contact');
  return contact.id;
}

/** Adds a message of an account, some hours old. */
async function addMessage(
  { db, now }: TestServer['deps'],
  telephonyClientId: number,
  status: MessageStatus,
  hoursAgo: number,
  more: Partial<typeof telephonyMessages.$inferInsert> = {},
): Promise<void> {
  await db.insert(telephonyMessages).values({
    telephonyClientId,
    fromNumber: '+15005550006',
    toNumber: '+15005551001',
    accountSid: sid,
    status,
    rank: 7,
    delivery: 'done',
    createdOn: new Date(Number(now()) - hoursAgo * hourMs),
    body: 'Mill is offline',
    ...more,
  });
}

/** Monitored servers of two accounts, messages, a mail and a token, as on a bad morning. */
export async function makeScene(server: TestServer) {
  const { deps } = server;
  const { db } = deps;
  const api = trpcClient(server.address, server.adminToken);
  const [heading] = await db.select().from(clientHeadings);
  const parentId = heading?.id ?? 1;
  // Inactive until the alarms are sent: nothing goes to the provider.
  const account = await addAccount(deps, 'Harbour', false);
  const other = await addAccount(deps, 'Vineyard');
  await db
    .update(telephonyClients)
    .set({ credentials: 'refused', credentialsProblem: 'Authenticate (Twilio error 20003)' })
    .where(eq(telephonyClients.id, other));
  const [night, day] = [
    await addContact(deps, account, { friendlyName: 'Night shift', twilioPhoneNumber: '+15005551001' }),
    await addContact(deps, account, { friendlyName: 'Day shift', twilioPhoneNumber: '+15005551002' }),
  ];
  const save = (name: string, telephonyClientId: number | null) =>
    api.clients.items.save.mutate({
      parentId,
      values: {
        name,
        displayOrder: 1,
        checkInterval: '15-minutes',
        logo: null,
        isActive: true,
        showOnHomePage: false,
        healthCode: `code-of-the-server-${name.toLowerCase()}`,
        telephonyClientId,
      },
    });
  const mill = await save('Mill', account);
  const forge = await save('Forge', null);
  const pump = await save('Pump', account);
  const ping = (name: string, suffix = '') =>
    fetch(`${server.address}/serverhealthstatus/code-of-the-server-${name}${suffix}`, {
      method: 'POST',
      body: 'disk full',
    });
  for (const name of ['mill', 'forge', 'pump']) await ping(name);
  await ping('mill', '/3');
  await ping('forge', '/fail');
  await until(async () => (await db.$count(healthFlips, eq(healthFlips.alarm, 'send'))) === 0);
  await db.update(telephonyClients).set({ isActive: true }).where(eq(telephonyClients.id, account));
  const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, mill.id));
  const eventKey = `health-${mill.id}-${Number(monitor?.statusSince)}-offline`;
  await addMessage(deps, account, 'delivered', 0, { eventKey, contactId: night });
  await addMessage(deps, account, 'undelivered', 0, {
    eventKey,
    contactId: day,
    toNumber: '+15005551002',
    error: { code: 30003, message: 'Unreachable destination handset' },
  });
  for (let hour = 1; hour < 24; hour += 1) {
    for (let count = 0; count < (hour * 7) % 5; count += 1) await addMessage(deps, account, 'delivered', hour);
    if (hour % 6 === 0) await addMessage(deps, account, 'sent', hour);
    if (hour % 9 === 0) await addMessage(deps, account, 'received', hour);
  }
  const hour = Number(deps.now()) - (Number(deps.now()) % hourMs);
  for (let past = 0; past < 24; past += 1)
    await db
      .insert(pingHours)
      .values({ hour: new Date(hour - past * hourMs), pings: 120 + ((past * 37) % 23) })
      .onConflictDoNothing();
  await db
    .insert(inboxMessages)
    .values({ name: 'Ada', email: 'ada@harbour.example', message: 'Hello', receivedAt: deps.now() });
  const [admin] = await db.select().from(users);
  await db.insert(apiTokens).values({
    userId: admin?.id ?? 1,
    tokenHash: 'a hash',
    hint: 'vt_',
    name: 'Nightly export',
    scopes: [],
    createdAt: deps.now(),
    expiresAt: new Date(Number(deps.now()) + 5 * 24 * hourMs),
  });
  return { account, other, mill: mill.id, forge: forge.id, pump: pump.id };
}
