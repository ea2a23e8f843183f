import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../core/errors.ts';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import type { Dependencies } from '../dependencies.ts';

/** Fields of a form post; a repeated name has several values. */
export type FormFields = Record<string, string | string[]>;

/** The form fields of a webhook; empty if the body is not a form. */
export function formOf({ body }: FastifyRequest): FormFields {
  const fields: FormFields = {};
  if (typeof body !== 'object' || body === null) return fields;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string') fields[name] = value;
    else if (Array.isArray(value)) fields[name] = value.map(String);
  }
  return fields;
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
