import { secretBox } from '../../core/telephony/secrets.ts';
import type { Dependencies } from '../dependencies.ts';

/** A person takes longer than this to read the confirmation and to press its button. */
const minAgeMs = 2_000;
const maxAgeMs = 3_600_000;
const purpose = 'form:';

/** Returns a ticket with the current time, encrypted so that programs cannot make one. */
export function issueTicket({ config, now }: Pick<Dependencies, 'config' | 'now'>): string {
  return secretBox(config).seal(`${purpose}${Number(now())}`);
}

/** Age of a ticket: `early` within the first two seconds; `unusable` if missing, false or older than an hour. */
export function checkTicket(
  { config, now }: Pick<Dependencies, 'config' | 'now'>,
  ticket: unknown,
): 'early' | 'ready' | 'unusable' {
  if (typeof ticket !== 'string') return 'unusable';
  const issuedAt = timeIn(config, ticket);
  const age = Number(now()) - issuedAt;
  if (!(age >= 0 && age <= maxAgeMs)) return 'unusable';
  return age < minAgeMs ? 'early' : 'ready';
}

/** The time in a ticket; NaN if the ticket is false. */
function timeIn(config: Dependencies['config'], ticket: string): number {
  try {
    const text = secretBox(config).open(ticket);
    return text.startsWith(purpose) ? Number(text.slice(purpose.length)) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
