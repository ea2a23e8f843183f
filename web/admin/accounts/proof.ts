import { useSyncExternalStore } from 'react';

/** An open question for a proof of identity; `answer(true)` after the server has accepted the proof. */
export interface ProofQuestion {
  answer(isProven: boolean): void;
}

let question: ProofQuestion | null = null;
/** Settles with the answer; null without a question. Calls that need a proof at the same time share the question. */
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: ProofQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks the user to prove their identity; resolves to false if the user cancels. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    setQuestion({
      answer(isProven) {
        asked = null;
        setQuestion(null);
        resolve(isProven);
      },
    });
  });
  return asked;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open question, or null. */
export function useProofQuestion(): ProofQuestion | null {
  return useSyncExternalStore(subscribe, () => question);
}
