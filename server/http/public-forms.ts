import type { Context } from '../trpc/procedures.ts';

/**
 * Counts a message of a public form against its sender's IP address (429 above the limit) and checks the honeypot.
 * Returns false if the hidden field is filled in: a program sent the form and gets the usual answer without effect.
 */
export async function acceptsForm({ deps, ip, requestId }: Context, honeypot: string): Promise<boolean> {
  await deps.limits.forms.consume(ip);
  if (honeypot === '') return true;
  deps.log.info({ requestId, ip }, 'dropped a form with a filled honeypot');
  return false;
}
