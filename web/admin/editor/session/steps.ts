import type { Selection, WorkingRows } from './types.ts';

/** Keystrokes in one field within this time are one step, in ms. */
const coalescingMs = 1000;

/** Most steps that can be undone. */
const maxSteps = 200;

/** The working copy before a command, and the command's name. */
export interface Step {
  rows: WorkingRows;
  selection: Selection | null;
  label: string;
}

/** The steps of undo and redo. */
export interface Steps {
  undo: readonly Step[];
  redo: readonly Step[];
  /** Field of the last keystroke and its time; null after any other command. */
  typing: { field: string; at: number } | null;
}

export const noSteps: Steps = { undo: [], redo: [], typing: null };

/** The steps after a command. `field` names the field of a keystroke. */
export function withStep(steps: Steps, before: Step, field: string | null, at: number): Steps {
  const typing = field === null ? null : { field, at };
  const last = steps.typing;
  const continues = typing !== null && last?.field === field && at - last.at <= coalescingMs && steps.undo.length > 0;
  return { undo: continues ? steps.undo : [...steps.undo, before].slice(-maxSteps), redo: [], typing };
}

/** Takes the last step back; `now` is the working copy as it is. */
export function undone(steps: Steps, now: Omit<Step, 'label'>): { steps: Steps; step: Step } | null {
  const step = steps.undo.at(-1);
  if (!step) return null;
  const redo = [...steps.redo, { ...now, label: step.label }];
  return { step, steps: { undo: steps.undo.slice(0, -1), redo, typing: null } };
}

/** Makes the last step that was taken back again. */
export function redone(steps: Steps, now: Omit<Step, 'label'>): { steps: Steps; step: Step } | null {
  const step = steps.redo.at(-1);
  if (!step) return null;
  const undo = [...steps.undo, { ...now, label: step.label }];
  return { step, steps: { undo, redo: steps.redo.slice(0, -1), typing: null } };
}

/** The steps with other working copies and selections. */
export function mapSteps(steps: Steps, change: (step: Step) => Step): Steps {
  return { undo: steps.undo.map(change), redo: steps.redo.map(change), typing: null };
}
