import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type CheckTarget, type checkSettings, maskedSecret } from '../../contract/checks.ts';
import { atomically } from '../../db/query/atomically.ts';
import { checks } from '../../db/schema/checks.ts';
import type { Config } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { applyChecks } from '../health/failing-checks.ts';
import { refusalOf } from './addresses.ts';
import type { Check } from './claim.ts';
import type { CheckSecrets } from './result.ts';
import { openSecrets, sealSecrets } from './secrets.ts';
import { nextSlot } from './slots.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now'>;
type Settings = z.output<typeof checkSettings>;

/** Checks of one server. */
export const maxChecks = 20;

/** Adds a check to a client's server; returns its id. */
export async function addCheck(deps: Deps, clientId: number, settings: Settings): Promise<number> {
  const now = deps.now();
  const values = { ...columnsOf(deps, settings, { headers: [], body: null }), clientId, statusSince: now };
  const [added] = await deps.db.insert(checks).values(values).returning();
  if (!added) throw new Error('the check was not stored');
  await schedule(deps, added);
  return added.id;
}

/**
 * Changes a check. With another target its state begins anew; with the same one a check that is down stays down until its first
 * success, because other settings are no sign that the server is back. A masked header or body keeps the stored one.
 */
export async function changeCheck(deps: Deps, id: number, settings: Settings): Promise<void> {
  const [stored] = await deps.db.select().from(checks).where(eq(checks.id, id));
  if (!stored) throw notFound('The check');
  const staysDown = stored.status === 'down' && settings.isActive && isDeepStrictEqual(stored.target, settings.target);
  const state = staysDown ? {} : ({ status: 'new', statusSince: deps.now(), reason: '', checkedAt: null } as const);
  const reset = { ...state, recent: '', latencyMs: null, repeatOf: null };
  const values = columnsOf(deps, settings, keptSecrets(deps, stored, settings));
  const [[changed]] = await atomically(deps.db, (tx) => [
    tx
      .update(checks)
      .set({ ...values, ...reset, version: sql`${checks.version} + 1` })
      .where(eq(checks.id, id))
      .returning(),
  ]);
  if (!changed) throw notFound('The check');
  await schedule(deps, changed);
  await applyChecks(deps.db, deps.now(), [changed.clientId]);
}

/** Deletes a check with its results; a server that was offline because of it alone comes back. */
export async function removeCheck({ db, now }: Deps, id: number): Promise<void> {
  const [removed] = await db.delete(checks).where(eq(checks.id, id)).returning({ clientId: checks.clientId });
  if (removed) await applyChecks(db, now(), [removed.clientId]);
}

/** The checks of a server, with masked headers and body. */
export async function listChecks({ db, config }: Pick<Deps, 'db' | 'config'>, clientId: number) {
  const rows = await db.select().from(checks).where(eq(checks.clientId, clientId)).orderBy(asc(checks.id));
  return rows.map(
    ({ secrets: _secrets, recent: _recent, version: _version, dueAt: _dueAt, repeatOf: _repeatOf, ...check }) => {
      const { headers, body } = openSecrets(config, { secrets: _secrets });
      return {
        ...check,
        headers: headers.map(({ name }) => ({ name, value: maskedSecret })),
        body: body === null ? null : maskedSecret,
      };
    },
  );
}

async function schedule({ db, now }: Deps, { id, everySeconds, isActive, version }: Check): Promise<void> {
  const dueAt = isActive ? nextSlot({ id, everySeconds }, now()) : null;
  await db
    .update(checks)
    .set({ dueAt })
    .where(and(eq(checks.id, id), eq(checks.version, version)));
}

function columnsOf({ config }: Deps, settings: Settings, known: CheckSecrets) {
  const { target, headers: _headers, body: _body, ...plain } = settings;
  requireAddress(config, target);
  const secrets = sealSecrets(config, unmasked(settings, known));
  return { ...plain, kind: target.kind, target, host: hostOf(target), secrets };
}

/** Headers and body of settings; a masked one is that of the stored check. Throws 400 for a masked header without a stored value. */
export function secretsFor(deps: Pick<Deps, 'config'>, stored: Check | undefined, settings: Settings): CheckSecrets {
  return unmasked(settings, stored ? keptSecrets(deps, stored, settings) : { headers: [], body: null });
}

function unmasked({ headers, body }: Settings, known: CheckSecrets): CheckSecrets {
  return {
    headers: headers.map(({ name, value }) => ({
      name,
      value: value === maskedSecret ? keptValue(known, name) : value,
    })),
    body: body === maskedSecret ? known.body : body,
  };
}

function hostOf(target: CheckTarget): string {
  const host = target.kind === 'http' ? new URL(target.url).hostname : target.host;
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Throws 400 for an address that every attempt would refuse; names are looked up by the attempt. */
export function requireAddress(
  { arePrivateNetworksChecked }: Pick<Config, 'arePrivateNetworksChecked'>,
  target: CheckTarget,
): void {
  const { kind } = target;
  const host = hostOf(target);
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  const refusal = kind === 'dns' || !isAddress ? null : refusalOf(host, arePrivateNetworksChecked);
  if (refusal !== null) throw invalid({ [kind === 'http' ? 'url' : 'host']: refusal });
}

function keptValue({ headers }: CheckSecrets, wanted: string): string {
  const kept = headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!kept) throw invalid({ headers: `${wanted} needs a value` });
  return kept.value;
}

/** The stored secrets that a mask may keep: none for another origin, which would learn them. */
function keptSecrets({ config }: Pick<Deps, 'config'>, stored: Check, { target }: Settings): CheckSecrets {
  const isSameOrigin = originOf(stored.target) === originOf(target);
  return isSameOrigin ? openSecrets(config, stored) : { headers: [], body: null };
}

function originOf(target: CheckTarget): string | null {
  return target.kind === 'http' ? new URL(target.url).origin : null;
}
