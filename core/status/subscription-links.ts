import type { CoreDependencies } from '../dependencies.ts';
import { secretBox } from '../telephony/secrets.ts';
import { confirmationMs, type StatusSubscriber, subscriberById } from './subscriptions.ts';

const purpose = 'status-confirm:';

/** Path of the link that confirms an address, without its token. */
export const confirmPath = '/status/confirm';
/** Path of the link that unsubscribes, without its token. */
export const unsubscribePath = '/status/unsubscribe';

/**
 * The token that confirms a subscriber's address for 24 hours. It is sealed with the product's secret, so that only the product can
 * make one, and only the owner of the address gets it.
 */
export function confirmToken(
  { config }: Pick<CoreDependencies, 'config'>,
  { id, askedAt }: Pick<StatusSubscriber, 'id' | 'askedAt'>,
): string {
  return secretBox(config).seal(`${purpose}${id}:${Number(askedAt)}`);
}

/** The subscriber of a token; undefined if the token is false or over, or the address is no longer stored. */
export async function findToConfirm(
  { config, db, now }: Pick<CoreDependencies, 'config' | 'db' | 'now'>,
  token: string,
): Promise<StatusSubscriber | undefined> {
  const [id = Number.NaN, askedAt = Number.NaN] = valuesIn(config, token);
  const age = Number(now()) - askedAt;
  if (!Number.isSafeInteger(id) || !(age < confirmationMs)) return undefined;
  return subscriberById(db, id);
}

function valuesIn(config: CoreDependencies['config'], token: string): number[] {
  try {
    const text = secretBox(config).open(token);
    return text.startsWith(purpose) ? text.slice(purpose.length).split(':').map(Number) : [];
  } catch {
    return [];
  }
}

/**
 * The link with which a subscriber unsubscribes. Its token is random and stored, not sealed: the link never ends, and the product's
 * secret may be renewed.
 */
export function unsubscribeUrl(publicUrl: string, { token }: Pick<StatusSubscriber, 'token'>): string {
  return `${publicUrl}${unsubscribePath}/${token}`;
}
