import { messages } from '../../../contract/messages.ts';
import { consent, subscription } from '../../../contract/subscribe.ts';
import { Field } from './field.tsx';
import { Honeypot } from './honeypot.tsx';
import { type Toasts, usePostedForm } from './use-posted-form.ts';

/** Renders the newsletter form of the section and the dialog. */
export function SubscribeForm({ toasts }: { toasts?: Toasts }) {
  const { form, button, fieldError, formError, isSending } = usePostedForm({
    path: '/api/subscribe',
    schema: subscription,
    successMessage: messages.emailAdded,
    toasts,
  });
  return (
    <form {...form}>
      <Field label="E-mail" error={fieldError('email')}>
        {(input) => <input {...input} dir="auto" name="email" type="email" autoComplete="email" required />}
      </Field>
      <input type="hidden" name="consentVersion" value={consent.version} />
      <Honeypot />
      <button {...button} className="button">
        {isSending ? 'Sending…' : 'Subscribe'}
      </button>
      <p>{consent.text}</p>
      <p role="alert">{formError}</p>
    </form>
  );
}
