import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useConfirm } from './confirm.tsx';

/** Tests of the open forms: true for input that is not saved. */
const forms = new Set<() => boolean>();
let isDiscarding = false;

/** True while an open form has input that is not saved. */
export function hasUnsavedInput(): boolean {
  return !isDiscarding && [...forms].some((isUnsaved) => isUnsaved());
}

/** Leaves the document without the browser's question about unsaved input. */
export function discardUnsavedInput(): void {
  isDiscarding = true;
}

/** The question before unsaved input is lost. */
export const leaveQuestion = { message: 'Leave without saving?', action: 'Discard changes' } as const;

/** Asks before unsaved input is lost, by the close icon, Esc, Back, another row or closing the tab. */
export function useUnsavedQuestion(isUnsaved: () => boolean): void {
  const confirm = useConfirm();
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const test = () => latest.current();
    forms.add(test);
    return () => void forms.delete(test);
  }, []);
  const asks = () => !isDiscarding && isUnsaved();
  useBlocker({
    shouldBlockFn: async () => asks() && !(await confirm(leaveQuestion)),
    enableBeforeUnload: asks,
  });
}
