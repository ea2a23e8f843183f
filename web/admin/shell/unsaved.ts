import { useEffect, useRef } from 'react';

/** An open form: its test is true for input that is not saved; leaving the form keeps the input of some forms. */
interface OpenForm {
  isUnsaved: () => boolean;
  isKept: boolean;
}

const forms = new Set<OpenForm>();
let isDiscarding = false;

/** True while an open form has input that is not saved. */
export function hasUnsavedInput(): boolean {
  return !isDiscarding && [...forms].some(({ isUnsaved }) => isUnsaved());
}

/** True while an open form has input that would be lost with another screen. */
export function wouldLoseInput(): boolean {
  return !isDiscarding && [...forms].some(({ isUnsaved, isKept }) => !isKept && isUnsaved());
}

/** True once the document is left without a question. */
export function isLeaving(): boolean {
  return isDiscarding;
}

/** Leaves the document without the browser's question about unsaved input. */
export function discardUnsavedInput(): void {
  isDiscarding = true;
}

/** The question before unsaved input is lost. */
export const leaveQuestion = { message: 'Leave without saving?', action: 'Discard changes' } as const;

/** Registers input that is not saved and that stays when the user leaves, as a draft in the browser. */
export function useKeptInput(isUnsaved: () => boolean): void {
  useOpenForm(isUnsaved, true);
}

/** Registers an open form. */
export function useOpenForm(isUnsaved: () => boolean, isKept: boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const form = { isUnsaved: () => latest.current(), isKept };
    forms.add(form);
    return () => void forms.delete(form);
  }, [isKept]);
}
