import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { checkSettings } from '../../contract/checks.ts';
import { judgeAttempts, storeResults } from '../../core/checks/record.ts';
import { addCheck } from '../../core/checks/save.ts';
import { applyChecks } from '../../core/health/failing-checks.ts';
import { checks } from '../../db/schema/checks.ts';
import { makeSetup } from '../health/setup.ts';

/** The setup of heartbeats with checks, whose attempts a test reports. */
export async function makeCheckSetup(variables: Record<string, string> = {}) {
  const setup = await makeSetup({ CHECK_PRIVATE_NETWORKS: 'on', ...variables });
  const { deps, clock } = setup;
  const target = { kind: 'tcp', host: 'server.example', port: 80 } as const;
  return {
    ...setup,
    addCheck: (clientId: number, fields: Partial<z.input<typeof checkSettings>> = {}) =>
      addCheck(deps, clientId, checkSettings.parse({ target, ...fields })),
    /** Records an attempt that ends now. */
    async report(checkId: number, reason = '', latencyMs = 5) {
      await clock.elapse(1);
      const attempts = [{ checkId, at: clock.now(), ok: reason === '', reason, latencyMs }];
      await storeResults(deps.db, attempts);
      await applyChecks(deps.db, clock.now(), await judgeAttempts(deps.db, attempts));
    },
    async check(id: number) {
      const [row] = await deps.db.select().from(checks).where(eq(checks.id, id));
      if (!row) throw new Error('no check');
      return row;
    },
    /** Texts of the messages to contacts. */
    texts: async () => (await setup.messages()).map(({ body }) => body ?? ''),
  };
}

export type CheckSetup = Awaited<ReturnType<typeof makeCheckSetup>>;
