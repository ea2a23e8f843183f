import { eq } from 'drizzle-orm';
import type { AuditChange, AuditOutcome } from '../../contract/audit.ts';
import type { Role } from '../../contract/session.ts';
import type { Database } from '../../db/database.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure } from '../metrics/registry.ts';
import { changesOf, type RecordChange } from './changes.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'log'>;

/** Who does something, and from where. */
export interface Actor {
  /** Null: nobody is signed in. */
  userId: number | null;
  userName: string;
  role: Role | null;
  ip: string;
  requestId: string;
}

/** The signed-in person of a request. */
export function actorOf({ userId, userName, role }: Session, { ip, requestId }: { ip: string; requestId: string }) {
  return { userId, userName, role, ip, requestId } satisfies Actor;
}

/** Tells what a change was, where the request alone does not; the last one counts. */
export type NoteChange = (change: RecordChange) => void;

/** The statement that writes the entry of something that is done, for use beside the statements that do it. */
export function entryStatement(
  tx: Pick<Database, 'insert'>,
  now: Date,
  actor: Actor,
  action: string,
  change?: RecordChange,
) {
  return tx
    .insert(auditEntries)
    .values({ ...head(now, actor, action), ...described(actor, action, change), outcome: 'done' });
}

/** Writes the entry of something that changes nothing here, such as an export, before it is done: no entry, no export. */
export async function writeEntry(deps: Deps, actor: Actor, action: string, change?: RecordChange): Promise<void> {
  await entryStatement(deps.db, deps.now(), actor, action, change);
}

/** An entry whose action is under way. */
export interface OpenEntry {
  note: NoteChange;
  /** How it ended; `otherwise` describes it when nothing was noted. Never throws: the action itself is over. */
  end(outcome: Exclude<AuditOutcome, 'begun'> | 'refused', otherwise?: Described): Promise<void>;
}

/** What is told of an action that noted no change. */
export interface Described {
  id?: number | string | null | undefined;
  changes: AuditChange[];
}

/**
 * Puts an action on record before anything is changed; when that fails it throws, and nothing is to be done. So a change
 * that was made has its entry, also when the process dies right after it; the entry then says that its end is unknown.
 * What is refused (bad input, a conflict) has changed nothing and leaves no entry.
 */
export async function beginEntry(deps: Deps, actor: Actor, action: string): Promise<OpenEntry> {
  const { db, log } = deps;
  let change: RecordChange | undefined;
  const [begun] = await db
    .insert(auditEntries)
    .values({ ...head(deps.now(), actor, action), ...described(actor, action), outcome: 'begun' })
    .returning({ id: auditEntries.id });
  if (!begun) throw new Error('the audit log takes no entries');
  const own = eq(auditEntries.id, begun.id);
  return {
    note: (noted) => {
      change = noted;
    },
    async end(outcome, otherwise) {
      try {
        if (outcome === 'refused') await db.delete(auditEntries).where(own);
        else
          await db
            .update(auditEntries)
            .set({ ...described(actor, action, change, otherwise), outcome })
            .where(own);
      } catch (error) {
        // The change is on record all the same, as begun.
        countFailure('audit');
        log.error(
          { err: error, requestId: actor.requestId, action },
          'an entry of the audit log could not be completed',
        );
      }
    },
  };
}

function head(at: Date, { userId, userName, role, ip, requestId }: Actor, action: string) {
  const [section = ''] = action.split('.', 1);
  return { at, userId, userName, role, ip, requestId, section, action };
}

function described(actor: Actor, action: string, change?: RecordChange, otherwise?: Described) {
  const changes = change ? changesOf(change) : (otherwise?.changes ?? []);
  const record = change?.record ?? null;
  const id = change?.id ?? otherwise?.id ?? null;
  const recordId = id === null ? null : String(id);
  const fields = changes.map(({ field }) => field).join(', ');
  const values = changes.flatMap(({ from, to }) => [from, to]);
  const search = [action, record, recordId, actor.userName, actor.ip, fields, ...values]
    .filter((part) => part != null)
    .join('\n')
    .toLowerCase();
  return { record, recordId, fields, changes, search };
}
