import { exchange, maxBodyBytes } from '../checks/http-exchange.ts';
import { reasonOf } from '../checks/reason.ts';
import { type CheckDeps, CheckFailure } from '../checks/result.ts';

/** Limit of a reading with its redirects, in milliseconds. */
const timeoutMs = 10_000;
const maxRedirects = 3;

/**
 * Requests a calendar over a connection to an address that is checked first, as every address that a redirect leads to. Returns its
 * text, or why there is none, without the address, which is a secret.
 */
export async function fetchCalendar(address: string, deps: CheckDeps): Promise<{ text: string } | { problem: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const headers = [
        { name: 'user-agent', value: 'Vitrine' },
        { name: 'accept', value: 'text/calendar, */*;q=0.1' },
      ];
      const answer = await exchange({ url, method: 'GET', headers, body: null }, deps, signal);
      const { status, location, body, isCut } = answer;
      if (status >= 300 && status < 400 && location !== undefined) {
        url = nextAddress(location, url);
        continue;
      }
      if (status !== 200) throw new CheckFailure(`The server of the calendar answered ${status}.`);
      if (isCut) throw new CheckFailure(`The calendar has more than ${maxBodyBytes / 1_000_000} MB.`);
      if (body === null) throw new CheckFailure('The server of the calendar sends it compressed without being asked.');
      // Postgres stores no NUL.
      return { text: body.replaceAll('\0', '') };
    }
    throw new CheckFailure(`The address redirects more than ${maxRedirects} times.`);
  } catch (error) {
    if (signal.aborted) return { problem: `The calendar did not arrive within ${timeoutMs / 1000} s.` };
    return { problem: reasonOf(error, { headers: [], body: null }) };
  }
}

function nextAddress(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href))
    throw new CheckFailure('The address redirects to something that is no address.');
  const url = new URL(location, from);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && from.protocol === 'http:');
  if (!isAllowed) throw new CheckFailure('The address redirects to one without encryption.');
  return url;
}
