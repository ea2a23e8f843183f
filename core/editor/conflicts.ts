import type { EditorConflict } from '../../contract/editor.ts';
import { conflict } from '../errors.ts';

/** Rows and lists that a save would overwrite. */
export interface Conflicts extends EditorConflict {
  /** Throws 409 with all of them, if there are any. */
  refuse(): void;
}

/** Collects conflicts, so that one answer names all. */
export function collectConflicts(): Conflicts {
  const [rows, lists]: [EditorConflict['rows'], EditorConflict['lists']] = [[], []];
  return {
    rows,
    lists,
    refuse() {
      if (rows.length + lists.length > 0)
        throw conflict('Someone else has changed the page in the meantime.', { rows, lists });
    },
  };
}
