import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { checkSettings } from '../../contract/checks.ts';
import { checks } from '../../db/schema/checks.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid } from '../errors.ts';
import type { Check } from './claim.ts';
import { addCheck, changeCheck, maxChecks, removeCheck, requireAddress } from './save.ts';
import { openSecrets } from './secrets.ts';
import { addressOf } from './target-address.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now'>;
type Settings = z.output<typeof checkSettings>;

/** Throws 400 for checks that one server cannot have: too many, two of one target, or an address that is not allowed. */
export function requireChecks({ config }: Pick<Deps, 'config'>, wanted: readonly Settings[]): void {
  if (wanted.length > maxChecks) throw invalid({ checks: `A server has at most ${maxChecks} checks` });
  const targets = new Set(wanted.map(({ target }) => addressOf(target)));
  if (targets.size < wanted.length) throw invalid({ checks: 'Two checks have the same target' });
  for (const { target } of wanted) requireAddress(config, target);
}

/**
 * Gives a server these checks and no others, which `requireChecks` has accepted. A check with the same settings keeps its state,
 * one with another setting for the same target begins anew.
 */
export async function replaceChecks(deps: Deps, clientId: number, wanted: readonly Settings[]): Promise<void> {
  const byTarget = new Map(wanted.map((settings) => [addressOf(settings.target), settings]));
  const stored = await deps.db.select().from(checks).where(eq(checks.clientId, clientId)).orderBy(asc(checks.id));
  for (const check of stored) {
    const address = addressOf(check.target);
    const settings = byTarget.get(address);
    byTarget.delete(address);
    if (!settings) await removeCheck(deps, check.id);
    else if (!isSame(deps, check, settings)) await changeCheck(deps, check.id, settings);
  }
  for (const settings of byTarget.values()) await addCheck(deps, clientId, settings);
}

function isSame({ config }: Deps, check: Check, settings: Settings): boolean {
  const { target, everySeconds, timeoutMs, failures, attempts, isActive } = check;
  const known = { target, ...openSecrets(config, check), everySeconds, timeoutMs, failures, attempts, isActive };
  return isDeepStrictEqual(known, settings);
}
