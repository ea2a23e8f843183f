import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { post } from './post.ts';

/** Toast functions, available only in the browser. */
export interface Toasts {
  showSuccess(message: string): void;
  showError(message: string): void;
}

interface PostedForm {
  /** REST path of the form, with and without script. */
  path: string;
  /** Schema of the form's values; the server uses the same schema. */
  schema: z.ZodObject;
  /** Shown after a successful post if the server sends no message. */
  successMessage: string;
  toasts: Toasts | undefined;
}

/**
 * Enhances a form that also works without script. Inputs are uncontrolled, so text typed before hydration stays. The
 * button is enabled for valid values only; touched fields show their errors (specification, section 5).
 */
export function usePostedForm({ path, schema, successMessage, toasts }: PostedForm) {
  const form = useRef<HTMLFormElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [isSending, setSending] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [formError, setFormError] = useState('');
  const [isSent, setSent] = useState(false);

  const check = () => {
    const result = schema.safeParse(Object.fromEntries(new FormData(form.current ?? undefined)));
    const messages = new Map(
      result.error?.issues.toReversed().map(({ path: [name], message }) => [String(name), message]),
    );
    setErrors(Object.fromEntries(messages));
    return result;
  };

  const addTouched = (fields: readonly unknown[]) =>
    setTouched((names) => new Set([...names, ...fields.filter(isTextField).map(({ name }) => name)]));

  useEffect(() => {
    setHydrated(true);
    // No event reported the text that was typed before.
    const fields = [...(form.current?.elements ?? [])].filter(isTextField);
    addTouched(fields.filter(({ value, defaultValue }) => value !== defaultValue));
    check();
  }, []);

  const touch = ({ target }: FocusEvent<HTMLFormElement> | FormEvent<HTMLFormElement>) => {
    addTouched([target]);
    check();
  };

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = check();
    if (!values.success || isSending) return;
    setSending(true);
    setFormError('');
    setSent(false);
    const outcome = await post(path, values.data);
    setSending(false);
    if (outcome.isDone) {
      form.current?.reset();
      const dialog = form.current?.closest('dialog');
      dialog?.close();
      setTouched(new Set());
      check();
      setSent(!dialog);
      toasts?.showSuccess(outcome.message || successMessage);
    } else {
      setErrors(outcome.fields);
      setFormError(outcome.message);
      toasts?.showError(outcome.message);
    }
  };

  return {
    isSending,
    formError,
    /** True after a successful post, unless it has closed the form's dialog. */
    isSent,
    /** Error message of a touched field. */
    fieldError: (name: string) => (touched.has(name) ? errors[name] : undefined),
    form: {
      ref: form,
      method: 'post',
      action: path,
      noValidate: isHydrated,
      onInput: touch,
      onBlur: touch,
      onSubmit: send,
    },
    button: { type: 'submit', disabled: isHydrated && (isSending || Object.keys(errors).length > 0) },
  } as const;
}

function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
