import type { Row } from '../../records/record-view.ts';
import type { Command } from './commands.ts';
import { keepKnown } from './conflicts.ts';
import type { EditorDraft } from './drafts.ts';
import { type FinalIds, selectionWithFinalId, withFinalIds } from './ids.ts';
import { rebase } from './rebase.ts';
import { mapSteps, noSteps, redone, type Steps, undone, withStep } from './steps.ts';
import { keyOf, type RowConflict, type Selection, type WorkingRows } from './types.ts';
import { hasEqualFields, type RecordShape, reuseEqual, rowAt, type Structure } from './working-rows.ts';

/** The working copy: the stored rows, the rows as they are edited, and the way between them. Every change makes a new one. */
export interface Copy {
  structure: Structure;
  /** The rows as the server has them, as far as known. */
  stored: WorkingRows;
  rows: WorkingRows;
  steps: Steps;
  selection: Selection | null;
  conflicts: readonly RowConflict[];
}

/** A working copy of loaded rows without changes. */
export function copyOf(records: readonly (RecordShape & { rows: readonly Row[] })[]): Copy {
  const structure = records.map(({ path, parentPath, blank }) => ({ path, parentPath, blank }));
  const rows = rowsIn(records);
  return { structure, stored: rows, rows, steps: noSteps, selection: null, conflicts: [] };
}

/** The rows of an answer by record. */
export function rowsIn(records: readonly (RecordShape & { rows: readonly Row[] })[]): WorkingRows {
  return new Map(records.map(({ path, rows }) => [path, rows]));
}

/** The result of a command, as one step of undo. `field` names the field of a keystroke; `at` is the time in ms. */
export function commanded(copy: Copy, { rows, label, selection }: Command, field: string | null, at: number): Copy {
  const before = { rows: copy.rows, selection: copy.selection, label };
  return withSelection(
    { ...copy, rows, steps: withStep(copy.steps, before, field, at) },
    selection === undefined ? copy.selection : selection,
  );
}

/** The copy before the last step, or after the step that was taken back last; the same copy if there is none. */
export function stepped(copy: Copy, direction: 'undo' | 'redo'): Copy {
  const now = { rows: copy.rows, selection: copy.selection };
  const result = direction === 'undo' ? undone(copy.steps, now) : redone(copy.steps, now);
  if (!result) return copy;
  const { steps, step } = result;
  return withSelection({ ...copy, rows: step.rows, steps }, step.selection);
}

/** Takes the stored rows as they are now; changes of the copy stay, also in the steps of undo and redo. */
export function merged(copy: Copy, loaded: WorkingRows): Copy {
  const { structure, stored } = copy;
  const theirs = reuseEqual(stored, loaded);
  const { rows, conflicts } = rebase(structure, stored, copy.rows, theirs);
  const steps = mapSteps(copy.steps, (step) => ({ ...step, rows: rebase(structure, stored, step.rows, theirs).rows }));
  const next = withSelection({ ...copy, stored: theirs, rows, steps }, copy.selection);
  return { ...next, conflicts: keepKnown([...copy.conflicts, ...conflicts], rows, theirs) };
}

/** Makes the written rows the stored ones, with the final ids of new rows and with new versions by item. */
export function accepted(copy: Copy, written: WorkingRows, ids: FinalIds, versions: ReadonlyMap<string, number>): Copy {
  const final = (rows: WorkingRows) => withFinalIds(copy.structure, rows, ids);
  const stored = withVersions(final(written), versions);
  const steps = mapSteps(copy.steps, (step) => ({
    ...step,
    rows: final(step.rows),
    selection: selectionWithFinalId(step.selection, ids),
  }));
  return {
    ...copy,
    stored,
    rows: reuseEqual(stored, final(copy.rows), hasEqualFields),
    steps,
    selection: selectionWithFinalId(copy.selection, ids),
  };
}

function withVersions(rows: WorkingRows, versions: ReadonlyMap<string, number>): WorkingRows {
  return new Map(
    [...rows].map(([path, list]) => [
      path,
      list.map((row) => {
        const version = versions.get(keyOf({ path, id: row.id })) ?? row.version;
        return version === row.version ? row : { ...row, version };
      }),
    ]),
  );
}

/** A new copy with the changes of a draft; `ids` are those of the draft's rows that were saved in the meantime. */
export function restored(copy: Copy, { lists }: EditorDraft, ids: FinalIds): Copy {
  const { structure, stored } = copy;
  const listsOf = (side: 'base' | 'mine') =>
    new Map(
      structure.map(({ path, blank }) => {
        const now = stored.get(path) ?? [];
        // A draft leaves secrets out.
        const complete = (row: Row) => ({ ...blank, ...now.find(({ id }) => id === row.id), ...row });
        return [path, lists[path]?.[side].map(complete) ?? now];
      }),
    );
  const base = reuseEqual(stored, listsOf('base'));
  const mine = reuseEqual(base, withFinalIds(structure, listsOf('mine'), ids));
  const { rows, conflicts } = rebase(structure, base, mine, stored);
  return { ...copy, rows, conflicts: keepKnown(conflicts, rows, stored) };
}

/** The copy with a selection; none if the selected row does not exist. */
export function withSelection(copy: Copy, selection: Selection | null): Copy {
  const isGone = selection && 'id' in selection && !rowAt(copy.rows, selection);
  return { ...copy, selection: isGone ? null : selection };
}
