import { and, eq } from 'drizzle-orm';
import type { AuditChange, AuditOutcome } from '../../contract/audit.ts';
import type { Role } from '../../contract/roles.ts';
import type { Database } from '../../db/database.ts';
import { commitUnflushed } from '../../db/query/unflushed-commit.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure } from '../metrics/registry.ts';
import { type AuditedChange, changesOf } from './changes.ts';
import { nameIn } from './record-name.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'log'>;

/** The author of an action and their address. */
export interface Actor {
  /** Null without a sign-in. */
  userId: number | null;
  userName: string;
  role: Role | null;
  ip: string;
  requestId: string;
}

/** The signed-in user of a request, with the name of the API token if one acts. */
export function actorOf(
  { userId, userName, role, tokenName }: Session,
  { ip, requestId }: { ip: string; requestId: string },
) {
  const name = tokenName === undefined ? userName : `${userName} (token ${tokenName})`;
  return { userId, userName: name, role, ip, requestId } satisfies Actor;
}

/** Sets the change of the current action where the request does not show it; the last call counts. */
export type RecordChange = (change: AuditedChange) => void;

/** Returns the statement that writes a `done` entry; run it in the transaction of the action itself. */
export function entryStatement(
  tx: Pick<Database, 'insert'>,
  now: Date,
  actor: Actor,
  action: string,
  change?: AuditedChange,
) {
  return tx
    .insert(auditEntries)
    .values({ ...actorColumns(now, actor, action), ...changeColumns(actor, action, change), outcome: 'done' });
}

/** Writes a `done` entry for an action without changes, such as an export. Call it first: no entry, no export. */
export async function writeEntry(deps: Deps, actor: Actor, action: string, change?: AuditedChange): Promise<void> {
  await entryStatement(deps.db, deps.now(), actor, action, change);
}

/** The entry of an action in progress. */
export interface OpenEntry {
  recordChange: RecordChange;
  /** Records the outcome; `otherwise` describes the action if no change was recorded. Never throws, because the action is over. */
  end(outcome: Exclude<AuditOutcome, 'begun'> | 'refused', otherwise?: ActionDetails): Promise<void>;
}

/** Describes an action that recorded no change. */
export interface ActionDetails {
  id?: number | string | null | undefined;
  changes: AuditChange[];
}

/**
 * Writes an entry with the outcome `begun` before the action changes anything; if that fails it throws, and the action
 * must not run. So every change has an entry, even after a crash; the entry then keeps `begun`. A refused action (bad
 * input, a conflict) has changed nothing and leaves no entry.
 */
export async function beginEntry(deps: Deps, actor: Actor, action: string): Promise<OpenEntry> {
  const { db, log } = deps;
  let change: AuditedChange | undefined;
  const [begun] = await db
    .insert(auditEntries)
    .values({ ...actorColumns(deps.now(), actor, action), ...changeColumns(actor, action), outcome: 'begun' })
    .returning({ id: auditEntries.id });
  if (!begun) throw new Error('the audit entry was not stored');
  // The action is on disk already. If a crash of the database loses the completion, the entry stays `begun`, as after any crash.
  const own = and(eq(auditEntries.id, begun.id), commitUnflushed);
  return {
    recordChange: (latest) => {
      change = latest;
    },
    async end(outcome, otherwise) {
      try {
        if (outcome === 'refused') await db.delete(auditEntries).where(own);
        else
          await db
            .update(auditEntries)
            .set({ ...changeColumns(actor, action, change, otherwise), outcome })
            .where(own);
      } catch (error) {
        // The entry remains, with the outcome `begun`.
        countFailure('audit');
        log.error({ err: error, requestId: actor.requestId, action }, 'an audit log entry could not be completed');
      }
    },
  };
}

function actorColumns(at: Date, { userId, userName, role, ip, requestId }: Actor, action: string) {
  const [section = ''] = action.split('.', 1);
  return { at, userId, userName, role, ip, requestId, section, action };
}

function changeColumns(actor: Actor, action: string, change?: AuditedChange, otherwise?: ActionDetails) {
  const changes = change ? changesOf(change) : (otherwise?.changes ?? []);
  const record = change?.record ?? null;
  const id = change?.id ?? otherwise?.id ?? null;
  const recordId = id === null ? null : String(id);
  const recordName = change ? nameIn(change) : '';
  const fields = changes.map(({ field }) => field).join(', ');
  const values = changes.flatMap(({ from, to }) => [from, to]);
  const search = [action, record, recordId, recordName || null, actor.userName, actor.ip, fields, ...values]
    .filter((part) => part != null)
    .join('\n')
    .toLowerCase();
  return { record, recordId, recordName, fields, changes, search };
}
