import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { checkSettings } from '../../contract/checks.ts';
import { checks } from '../../db/schema/checks.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { applyChecks } from '../health/failing-checks.ts';
import { requireMonitor } from '../health/monitor-queries.ts';
import { attempt } from './attempt.ts';
import type { Check } from './claim.ts';
import { createResolver } from './resolver.ts';
import type { Result } from './result.ts';
import { addCheck, changeCheck, maxChecks, removeCheck, requireAddress, secretsFor } from './save.ts';
import { addressOf } from './target-address.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now'>;
type Settings = z.output<typeof checkSettings>;

const record = 'Check';
const staff = { mayWrite: true, scope: null };
/** Attempts of people that run at the same time in this process. */
const maxTries = 4;
let tries = 0;

/** Adds a check to a server, or changes one of it; returns its id. Throws 404, and messages of failing fields. */
export async function saveServerCheck(
  deps: Deps,
  { clientId, id, settings }: { clientId: number; id?: number | undefined; settings: Settings },
  recordChange: RecordChange,
): Promise<number> {
  const { db } = deps;
  await requireMonitor(db, clientId, staff);
  const stored = await db.select().from(checks).where(eq(checks.clientId, clientId));
  const before = id === undefined ? null : stored.find((check) => check.id === id);
  if (before === undefined) throw notFound('This check');
  if (before === null && stored.length >= maxChecks) throw conflict(`A server has at most ${maxChecks} checks.`);
  const address = addressOf(settings.target);
  // Programs replace the checks of a server by their addresses.
  if (stored.some((other) => other.id !== id && addressOf(other.target) === address))
    throw invalid({
      [settings.target.kind === 'http' ? 'url' : 'host']: 'The server has a check of this target already',
    });
  if (before) await changeCheck(deps, before.id, settings);
  const saved = before ? before.id : await addCheck(deps, clientId, settings);
  await applyChecks(db, deps.now(), [clientId]);
  recordChange({ record, id: saved, before: before && audited(before), after: audited(settings) });
  return saved;
}

/** Deletes a check with its results. Throws 404. */
export async function deleteServerCheck(deps: Deps, id: number, recordChange: RecordChange): Promise<void> {
  const [check] = await deps.db.select().from(checks).where(eq(checks.id, id));
  if (!check) throw notFound('This check');
  await removeCheck(deps, id);
  await applyChecks(deps.db, deps.now(), [check.clientId]);
  recordChange({ record, id, before: audited(check) });
}

/** Makes one attempt with settings that are not saved; a masked secret is that of the stored check. Throws 409 while too many run. */
export async function tryServerCheck(
  deps: Deps,
  { clientId, id, settings }: { clientId: number; id?: number | undefined; settings: Settings },
): Promise<Result> {
  const { db, config, now } = deps;
  await requireMonitor(db, clientId, staff);
  requireAddress(config, settings.target);
  const isOwn = and(eq(checks.id, id ?? 0), eq(checks.clientId, clientId));
  const [stored] = id === undefined ? [] : await db.select().from(checks).where(isOwn);
  const secrets = secretsFor(deps, stored, settings);
  if (tries >= maxTries) throw conflict('Other attempts are under way. Try again in a moment.');
  tries += 1;
  try {
    const { target, timeoutMs } = settings;
    const arePrivateNetworksAllowed = config.arePrivateNetworksChecked;
    return await attempt(
      { target, timeoutMs, secrets },
      { now, resolver: createResolver(), arePrivateNetworksAllowed, rdapBootstrapUrl: config.rdapBootstrapUrl },
    );
  } finally {
    tries -= 1;
  }
}

/** A check as the audit log shows it, without headers and body. */
function audited({ target, everySeconds, timeoutMs, failures, attempts, isActive }: Settings | Check) {
  return { target: addressOf(target), everySeconds, timeoutMs, failures, attempts, isActive };
}
