import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { post } from './post.ts';

/** Messages that appear over the page; only a browser has them. */
export interface Toasts {
  showSuccess(message: string): void;
  showError(message: string): void;
}

interface PostedForm {
  /** REST path the form posts to, with script and without. */
  path: string;
  /** Rules of the form's values; the server checks the same ones. */
  schema: z.ZodObject;
  /** Said once the values were taken. */
  thanks: string;
  toasts: Toasts | undefined;
}

/**
 * Drives a form that also works without script. Its inputs keep their own values, so what was typed before the script
 * arrived stays. The button sends only valid values; a field complains once it was touched (specification, section 5).
 */
export function usePostedForm({ path, schema, thanks, toasts }: PostedForm) {
  const form = useRef<HTMLFormElement>(null);
  const [isLive, setLive] = useState(false);
  const [isSending, setSending] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');

  const check = () => {
    const result = schema.safeParse(Object.fromEntries(new FormData(form.current ?? undefined)));
    const found = new Map(
      result.error?.issues.toReversed().map(({ path: [name], message }) => [String(name), message]),
    );
    setProblems(Object.fromEntries(found));
    return result;
  };

  useEffect(() => {
    setLive(true);
    check();
  }, []);

  const touch = ({ target }: FocusEvent<HTMLFormElement> | FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      setTouched((names) => new Set([...names, target.name]));
    check();
  };

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = check();
    if (!values.success || isSending) return;
    setSending(true);
    setFailure('');
    const outcome = await post(path, values.data);
    setSending(false);
    if (outcome.isDone) {
      form.current?.reset();
      form.current?.closest('dialog')?.close();
      setTouched(new Set());
      check();
      toasts?.showSuccess(thanks);
    } else {
      setProblems(outcome.fields);
      setFailure(outcome.message);
      toasts?.showError(outcome.message);
    }
  };

  return {
    isSending,
    failure,
    /** Message of a touched field that is wrong. */
    problem: (name: string) => (touched.has(name) ? problems[name] : undefined),
    form: {
      ref: form,
      method: 'post',
      action: path,
      noValidate: isLive,
      onInput: touch,
      onBlur: touch,
      onSubmit: send,
    },
    button: { type: 'submit', disabled: isLive && (isSending || Object.keys(problems).length > 0) },
  } as const;
}
