import { type Actor, beginEntry, type RecordChange } from '../../core/audit/entries.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { outcomeOf } from '../http/errors.ts';

/** Runs an action of a signed-in user with an audit entry: begun before the action, completed after it. */
export async function withAuditEntry<Result>(
  deps: CoreDependencies,
  actor: Actor,
  action: string,
  run: (recordChange: RecordChange) => Promise<Result>,
): Promise<Result> {
  const entry = await beginEntry(deps, actor, action);
  try {
    const result = await run(entry.recordChange);
    await entry.end('done');
    return result;
  } catch (error) {
    await entry.end(outcomeOf(error));
    throw error;
  }
}
