import type { Mail, Mailer } from './mail.ts';

/** Anything that may be an address, up to the spaces or brackets around it. */
const addresses = /[^\s<>()"']+@[^\s<>()"']+/g;

/**
 * Sends a mail to a private person. An error has no address, which a mail server may quote: errors are written to the log and
 * shown with a parked job.
 */
export async function sendPrivately(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    throw withoutAddresses(error);
  }
}

function withoutAddresses(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const safe = new Error(message.replace(addresses, '(address)'));
  // What the queue reads to tell an outage from a refusal (core/queue/outage.ts).
  for (const name of ['code', 'command', 'responseCode'])
    if (error instanceof Error && name in error) Object.assign(safe, { [name]: Reflect.get(error, name) });
  return safe;
}
