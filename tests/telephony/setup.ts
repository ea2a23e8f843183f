import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Session } from '../../core/accounts/sessions.ts';
import { runnable } from '../../core/queue/handler.ts';
import { jobs } from '../../db/schema/jobs.ts';
import {
  telephonyClients,
  telephonyContacts,
  telephonyMessages,
  telephonyOptOuts,
  telephonyUsage,
} from '../../db/schema/telephony.ts';
import { buildApp } from '../../server/app.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { allHandlers, handlers } from '../../workers/jobs/index.ts';
import { ManualClock, until } from '../fakes/clock.ts';
import { startFakeTwilio } from '../fakes/twilio.ts';
import { newSid } from '../fakes/twilio-api.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { sessionFor } from '../fixture/session.ts';
import { addClientUser } from '../fixture/users.ts';

export const publicUrl = 'https://harbour.example';
const admin = sessionFor();
const createCaller = createCallerFactory(appRouter);

/** All jobs except the health sweep, which would run every five seconds while tests advance the clock by hours. */
export const telephonyJobs = allHandlers.filter((handler) => handler !== handlers.sweepHealth);

/** Procedures, HTTP app and jobs on a new database, with a manual clock and a fake Twilio. */
export async function makeSetup(variables: Record<string, string> = {}) {
  const clock = new ManualClock();
  const twilio = await startFakeTwilio({ now: clock.now });
  const made = await makeDependencies({ PUBLIC_URL: publicUrl, TWILIO_API_BASE: twilio.url, ...variables }, { clock });
  const { deps } = made;
  const { db } = deps;
  await deps.queue.work(runnable(telephonyJobs, deps));
  // Finish the jobs that run at the start, before the test adds records.
  await clock.elapse(0);
  await settled();
  const app = await buildApp(deps);
  const as = (session: Session | null) => createCaller({ deps, session, ip: '192.0.2.1', requestId: 'test' });
  const caller = as(admin);
  let accounts = 0;

  /** Adds an account that the fake Twilio accepts. */
  async function addAccount(fields: { projectName?: string; isDefault?: boolean; isActive?: boolean } = {}) {
    accounts += 1;
    const credentials = twilio.addAccount();
    const number = `+1500777000${accounts}`;
    const { id } = await caller.telephony.clients.save({
      values: {
        twilioPhoneNumber: number,
        phoneNumber: '+15007770099',
        projectName: `Project ${accounts}`,
        isActive: true,
        isDefault: false,
        ...credentials,
        ...fields,
      },
    });
    return { id, number, ...credentials };
  }

  async function addContact(parentId: number, twilioPhoneNumber = '+15005551001') {
    const values = { twilioPhoneNumber, friendlyName: `Contact ${twilioPhoneNumber}`, isActive: true };
    return (await caller.telephony.contacts.save({ parentId, values })).id;
  }

  let neighbourId = 0;

  /**
   * Adds another account with contacts, one of them with the number that `addContact` gives by default, an opt-out and a
   * message. A test that changes nothing of this account ends with `expectUntouched`.
   */
  async function addNeighbour() {
    const account = await addAccount();
    neighbourId = account.id;
    const contactId = await addContact(account.id);
    await addContact(account.id, '+15005551009');
    const phoneNumber = '+15005551009';
    await db
      .insert(telephonyOptOuts)
      .values({ telephonyClientId: account.id, phoneNumber, optedOutAt: new Date(Number(clock.now()) - 1000) });
    const messageSid = newSid('SM');
    await db.insert(telephonyMessages).values({
      telephonyClientId: account.id,
      contactId,
      eventKey: 'neighbour',
      fromNumber: account.number,
      toNumber: '+15005551001',
      accountSid: account.accountSid,
      messageSid,
      status: 'sent',
      rank: 5,
      delivery: 'done',
      body: 'A message of the neighbour',
      // Older than what an import looks up again.
      createdOn: new Date(Number(clock.now()) - 30 * 86_400_000),
    });
    await settled();
    const snapshot = async () => ({
      account: await db.select().from(telephonyClients).where(eq(telephonyClients.id, account.id)),
      contacts: await db.select().from(telephonyContacts).where(eq(telephonyContacts.parentId, account.id)),
      optOuts: await db.select().from(telephonyOptOuts).where(eq(telephonyOptOuts.telephonyClientId, account.id)),
      messages: await db.select().from(telephonyMessages).where(eq(telephonyMessages.telephonyClientId, account.id)),
      usage: await db.select().from(telephonyUsage).where(eq(telephonyUsage.telephonyClientId, account.id)),
    });
    const before = await snapshot();
    return {
      ...account,
      contactId,
      messageSid,
      expectUntouched: async () => expect(await snapshot()).toEqual(before),
    };
  }

  return {
    deps,
    clock,
    app,
    twilio,
    store: made.store,
    admin: caller,
    client: (telephonyClientId: number | null) =>
      as(sessionFor('Client', { userId: 2, userName: 'mira', telephonyClientId })),
    visitor: as(null),
    addAccount,
    addContact,
    addNeighbour,
    /** Adds a user of the account; returns an access token. */
    async clientToken(telephonyClientId: number, userName = 'mira'): Promise<string> {
      const password = 'tide table';
      await addClientUser(deps, { userName, password, telephonyClientId });
      const payload = new URLSearchParams({ grant_type: 'password', username: userName, password }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await app.inject({ method: 'POST', url: '/token', payload, headers })).json().access_token;
    },
    /** Rows of the log without those of the neighbour, the oldest first. */
    messages: () =>
      db
        .select()
        .from(telephonyMessages)
        .where(or(isNull(telephonyMessages.telephonyClientId), ne(telephonyMessages.telephonyClientId, neighbourId)))
        .orderBy(telephonyMessages.id),
    /** Advances the clock and waits until no job is due or running. */
    async elapse(seconds: number) {
      await clock.elapse(seconds);
      await settled();
    },
    settled,
    /** Posts a form as the provider does, without a network. */
    post: (path: string, fields: Record<string, string>, signature: string) =>
      app.inject({
        method: 'POST',
        url: path,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      }),
    async remove() {
      await app.close();
      await made.remove();
      await twilio.stop();
    },
  };

  async function settled() {
    const busy = or(eq(jobs.state, 'active'), and(eq(jobs.state, 'waiting'), lte(jobs.runAt, clock.now())));
    await until(async () => (await db.$count(jobs, busy)) === 0);
  }
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
export type Neighbour = Awaited<ReturnType<Setup['addNeighbour']>>;
