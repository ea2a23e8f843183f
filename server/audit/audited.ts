import { type Actor, beginEntry, type NoteChange } from '../../core/audit/entries.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { outcomeOf } from '../http/errors.ts';

/** Runs an action of a signed-in person with its audit entry, from before the action begins until it has ended. */
export async function audited<Result>(
  deps: CoreDependencies,
  actor: Actor,
  action: string,
  run: (note: NoteChange) => Promise<Result>,
): Promise<Result> {
  const entry = await beginEntry(deps, actor, action);
  try {
    const result = await run(entry.note);
    await entry.end('done');
    return result;
  } catch (error) {
    await entry.end(outcomeOf(error));
    throw error;
  }
}
