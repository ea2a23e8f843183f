import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forbidden } from '../../core/errors.ts';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import type { Dependencies } from '../dependencies.ts';

/** Fields of a form post; a repeated name has several values. */
const formSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export type FormFields = z.output<typeof formSchema>;

/** The form fields of a webhook; empty if the body is not a form. */
export function formOf({ body }: FastifyRequest): FormFields {
  return formSchema.safeParse(body).data ?? {};
}

/** One value of a form; empty if missing. */
export function formField(form: FormFields, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * Refuses a webhook without a valid signature by the account's token. The provider signs the URL it called; behind a
 * proxy that is PUBLIC_URL, not the request's own host.
 */
export async function requireSignature(
  { config }: Dependencies,
  request: FastifyRequest,
  account: AccountRow | undefined,
  form: FormFields,
): Promise<AccountRow> {
  const signature = request.headers['x-twilio-signature'];
  if (!account || typeof signature !== 'string' || formField(form, 'AccountSid') !== account.accountSid)
    throw refusal();
  const { validateRequest } = await import('twilio/lib/webhooks/webhooks.js');
  const secret = secretBox(config).open(account.authToken);
  if (!validateRequest(secret, signature, config.publicUrl + request.url, form)) throw refusal();
  return account;
}

function refusal() {
  return forbidden('The signature is not valid.');
}
