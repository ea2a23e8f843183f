import { isDatabaseOutage } from '../../db/query/outage.ts';
import { QueueUnavailable } from './queue.ts';

/**
 * What a run failed for, through no fault of the job: the product's own `store` (database or queue), or a `provider` of
 * mail, SMS or boards that is unreachable or busy. Null for any other failure.
 */
export function outageOf(failure: unknown): 'store' | 'provider' | null {
  if (failure instanceof QueueUnavailable) return 'store';
  if (isProviderOutage(failure)) return 'provider';
  return isDatabaseOutage(failure) ? 'store' : null;
}

/** Errors of the providers tell by `isTemporary`; errors of the mailer name the SMTP `command`. */
function isProviderOutage(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if ('isTemporary' in failure) return failure.isTemporary === true;
  if (!('command' in failure)) return false;
  // Replies of 400 to 499 are temporary (RFC 5321, section 4.2.1).
  if ('responseCode' in failure && failure.responseCode !== undefined)
    return Number(failure.responseCode) >= 400 && Number(failure.responseCode) < 500;
  return 'code' in failure && mailOutages.includes(String(failure.code));
}

/** Codes of the mailer for a server that cannot be reached. */
const mailOutages: readonly string[] = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];
