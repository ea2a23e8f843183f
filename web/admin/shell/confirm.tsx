import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import type { Question } from './confirm-dialog.tsx';

/** Milliseconds until focus returns after Cancel: a panel below the dialog takes it first. */
const focusDelay = 60;

// Loaded with the first question.
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

const Confirm = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false));
const IsConfirming = createContext(false);
const CloseQuestion = createContext<() => void>(() => {});

/** Asks a question in a dialog; resolves to true if the user confirms, to false on Cancel, Esc or a click outside. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useContext(Confirm);
}

/** True while a question is open. */
export function useIsConfirming(): boolean {
  return useContext(IsConfirming);
}

/** Closes an open question like Cancel, for a link inside. */
export function useCloseQuestion(): () => void {
  return useContext(CloseQuestion);
}

/** Holds the dialog of `useConfirm`, one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  // The dialog still shows the question while it fades out.
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(isConfirmed: boolean) => void>(() => {});
  const confirm = useCallback((asked: Question) => {
    answer.current(false);
    const opener = document.activeElement;
    setQuestion(asked);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = (isConfirmed) => {
        answer.current = () => {};
        setOpen(false);
        resolve(isConfirmed);
        if (!isConfirmed && opener instanceof HTMLElement) setTimeout(() => opener.focus(), focusDelay);
      };
    });
  }, []);
  const close = useCallback(() => answer.current(false), []);
  return (
    <Confirm value={confirm}>
      <CloseQuestion value={close}>
        <IsConfirming value={isOpen}>{children}</IsConfirming>
      </CloseQuestion>
      {question && (
        <Suspense>
          <ConfirmDialog {...question} isOpen={isOpen} onAnswer={(isConfirmed) => answer.current(isConfirmed)} />
        </Suspense>
      )}
    </Confirm>
  );
}
