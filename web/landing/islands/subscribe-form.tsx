import { messages } from '../../../contract/messages.ts';
import { subscription } from '../../../contract/subscribe.ts';
import { Field } from './field.tsx';
import { Honeypot } from './honeypot.tsx';
import { type Toasts, usePostedForm } from './use-posted-form.ts';

/** The newsletter form, on the page and in its dialog. */
export function SubscribeForm({ toasts }: { toasts?: Toasts }) {
  const { form, button, problem, failure, isSending } = usePostedForm({
    path: '/api/subscribe',
    schema: subscription,
    thanks: messages.emailAdded,
    toasts,
  });
  return (
    <form {...form}>
      <Field label="E-mail" problem={problem('email')}>
        {(input) => <input {...input} name="email" type="email" autoComplete="email" maxLength={254} required />}
      </Field>
      <Honeypot />
      <button {...button} className="button">
        {isSending ? 'Sending…' : 'Subscribe'}
      </button>
      <p role="alert">{failure}</p>
    </form>
  );
}
