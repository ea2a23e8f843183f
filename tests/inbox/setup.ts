import type { Session } from '../../core/accounts/sessions.ts';
import { runnable } from '../../core/queue/handler.ts';
import { companies } from '../../db/schema/company.ts';
import { buildApp } from '../../server/app.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { allHandlers, handlers } from '../../workers/jobs/index.ts';
import { ManualClock } from '../fakes/clock.ts';
import { startFakeSmtp } from '../fakes/smtp.ts';
import { harbour } from '../fixture/company.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { sessionFor } from '../fixture/session.ts';

const admin = sessionFor();
const client = sessionFor('Client', { userId: 2, telephonyClientId: 7 });

const createCaller = createCallerFactory(appRouter);

/** Procedures, HTTP app and jobs on a new database, with a manual clock. */
export async function makeSetup(variables: Record<string, string> = {}) {
  const clock = new ManualClock();
  const made = await makeDependencies(variables, { clock });
  const { deps } = made;
  await deps.db.insert(companies).values(harbour);
  // Without the health sweep, which would run every five seconds while tests advance the clock by hours.
  await deps.queue.work(
    runnable(
      allHandlers.filter((handler) => handler !== handlers.sweepHealth),
      deps,
    ),
  );
  const app = await buildApp(deps);
  const as = (session: Session | null, ip = '192.0.2.1') => createCaller({ deps, session, ip, requestId: 'test' });
  return {
    deps,
    clock,
    app,
    visitor: (ip?: string) => as(null, ip),
    admin: as(admin),
    client: as(client),
    async remove() {
      await app.close();
      await made.remove();
    },
  };
}

/** The set-up with a mail server that it mails through. */
export async function makeMailSetup() {
  const smtp = await startFakeSmtp({ user: 'vitrine', password: 'secret' });
  const setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  async function remove() {
    await setup.remove();
    await smtp.stop();
  }
  return { smtp, setup: { ...setup, remove } };
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
