import type { Context } from '../trpc/procedures.ts';

/**
 * Counts a message of a public form against its sender's address (429 when there were too many) and looks at the honeypot.
 * False: a program has filled in the field that people do not see, and is to get the same answer without effect.
 */
export async function acceptsForm({ deps, ip, requestId }: Context, honeypot: string): Promise<boolean> {
  await deps.limits.forms.consume(ip);
  if (honeypot === '') return true;
  deps.log.info({ requestId, ip }, 'a form with a filled honeypot was dropped');
  return false;
}
