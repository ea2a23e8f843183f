import type { HistoryCause } from '../../contract/history.ts';
import type { RecordChange } from '../audit/entries.ts';

/** A change of the content: its author, time and cause. */
export interface Edit {
  /** Null: nobody was signed in. */
  userId: number | null;
  userName: string;
  at: Date;
  cause: HistoryCause;
  /** Sets the change of the audit entry. */
  recordChange: RecordChange;
}

/** A change that the product makes itself. */
export function ownEdit(at: Date, cause: HistoryCause): Edit {
  return { userId: null, userName: '', at, cause, recordChange: () => {} };
}
