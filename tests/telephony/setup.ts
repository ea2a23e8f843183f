import type { Session } from '../../core/accounts/sessions.ts';
import { runnable } from '../../core/queue/handler.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { buildApp } from '../../server/app.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { allHandlers, handlers } from '../../workers/jobs/index.ts';
import { ManualClock, until } from '../fakes/clock.ts';
import { startFakeTwilio } from '../fakes/twilio.ts';
import { makeDependencies } from '../fixture/dependencies.ts';

export const publicUrl = 'https://harbour.example';
const admin: Session = { sessionId: 1, userId: 1, userName: 'admin', role: 'Admin', telephonyClientId: null };
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
  async function addAccount(fields: { isDefault?: boolean; isActive?: boolean } = {}) {
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

  return {
    deps,
    clock,
    app,
    twilio,
    store: made.store,
    admin: caller,
    client: (telephonyClientId: number | null) =>
      as({ ...admin, userId: 2, userName: 'mira', role: 'Client', telephonyClientId }),
    visitor: as(null),
    addAccount,
    addContact,
    /** Rows of the log, the oldest first. */
    messages: () => db.select().from(telephonyMessages).orderBy(telephonyMessages.id),
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
    const { jobs } = await import('../../db/schema/jobs.ts');
    const { and, eq, lte, or } = await import('drizzle-orm');
    const busy = or(eq(jobs.state, 'active'), and(eq(jobs.state, 'waiting'), lte(jobs.runAt, clock.now())));
    await until(async () => (await db.$count(jobs, busy)) === 0);
  }
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
