import type { Context } from '../trpc/procedures.ts';

/** The forms of the public page. */
type PublicForm = 'contact' | 'newsletter' | 'status updates';

/**
 * Checks the honeypot, then counts the message against the limit of all addresses (429 above it). Returns false if the
 * hidden field is filled in: a program sent the form and gets the usual answer without effect.
 */
export async function acceptsForm(
  { deps, ip, requestId }: Context,
  form: PublicForm,
  honeypot: string,
): Promise<boolean> {
  if (honeypot !== '') {
    deps.log.info({ requestId, ip }, 'dropped a form with a filled honeypot');
    return false;
  }
  await deps.limits.allForms.consume(form);
  return true;
}
