import { contactMessage } from '../../../contract/inbox.ts';
import { messages } from '../../../contract/messages.ts';
import { Field } from './field.tsx';
import { Honeypot } from './honeypot.tsx';
import { type Toasts, usePostedForm } from './use-posted-form.ts';

/** Renders the contact form (specification, section 5). */
export function ContactForm({ toasts }: { toasts?: Toasts }) {
  const { form, button, fieldError, formError, isSending, isSent } = usePostedForm({
    path: '/api/sendemail',
    schema: contactMessage,
    successMessage: messages.contactThanks,
    toasts,
  });
  return (
    <form {...form}>
      <Field label="Name" error={fieldError('name')}>
        {(input) => <input {...input} dir="auto" name="name" type="text" autoComplete="name" required />}
      </Field>
      <Field label="E-mail" error={fieldError('email')}>
        {(input) => <input {...input} dir="auto" name="email" type="email" autoComplete="email" required />}
      </Field>
      <Field label="Message" error={fieldError('message')}>
        {(input) => <textarea {...input} dir="auto" name="message" rows={6} minLength={2} required />}
      </Field>
      <Honeypot />
      <p>{messages.contactHint}</p>
      <button {...button} className="button">
        {isSending ? 'Sending…' : 'Send message'}
      </button>
      {isSent && (
        <p>
          <strong>{messages.contactSent}</strong>
        </p>
      )}
      <p role="alert">{formError}</p>
    </form>
  );
}
