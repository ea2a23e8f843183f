import { useState } from 'react';
import { notifySaved } from '../shell/notify.ts';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';

/** Messages of fields by their paths. */
export type Errors = Readonly<Record<string, string | undefined>>;

/** The input of a form in a panel, with its messages. Leaving the form asks first while unsaved input differs from the stored values. */
export function useDraft<Draft extends object>(first: () => Draft, onDone: () => void) {
  const [stored] = useState(first);
  const [draft, setDraft] = useState(stored);
  const [errors, setErrors] = useState<Errors>({});
  const [isDone, setDone] = useState(false);
  useUnsavedQuestion(() => !isDone && JSON.stringify(draft) !== JSON.stringify(stored));
  return {
    draft,
    errors,
    setErrors,
    change(part: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...part }));
      setErrors({});
    },
    /** Ends the form after its input was saved. */
    finish() {
      setDone(true);
      notifySaved();
      onDone();
    },
  };
}

/** The first message of each field. `depth`: parts of a path that name a field. */
export function messagesOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  depth = 1,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) found[path.slice(0, depth).map(String).join('.')] ??= message;
  return found;
}
