import type { HistoryCause } from '../../contract/history.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import type { RecordChange } from '../../core/audit/entries.ts';
import type { Edit } from '../../core/content/edit.ts';
import type { Dependencies } from '../dependencies.ts';

interface EditingContext {
  session: Session;
  deps: Pick<Dependencies, 'now'>;
  recordChange: RecordChange;
}

/** A change of the content by the signed-in user of a request. */
export function editOf({ session, deps, recordChange }: EditingContext, cause: HistoryCause = 'edit'): Edit {
  return { userId: session.userId, userName: session.userName, at: deps.now(), cause, recordChange };
}
