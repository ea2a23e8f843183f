import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Question } from './confirm-dialog.tsx';

/** Milliseconds until focus returns after Cancel: a panel below the dialog takes it first. */
const focusDelay = 60;

// Loaded with the first question, or with a form.
const ConfirmDialog = lazy<ComponentType<AnswerProps>>(() =>
  import('./confirm-dialog.tsx').catch(() => ({ default: BrowserQuestion })),
);

interface AnswerProps extends Question {
  isOpen: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}

/** The browser's own question, if the dialog cannot be loaded. */
function BrowserQuestion({ message, isOpen, onAnswer }: AnswerProps) {
  const answer = useRef(onAnswer);
  answer.current = onAnswer;
  useEffect(() => {
    if (isOpen) answer.current(window.confirm(message));
  }, [isOpen, message]);
  return null;
}

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
