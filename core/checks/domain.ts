import { z } from 'zod';
import type { DomainTarget } from '../../contract/checks.ts';
import { exchange } from './http-exchange.ts';
import { type CheckDeps, CheckFailure } from './result.ts';

const dayMs = 86_400_000;
/** The list is read again after this time. */
const bootstrapLifetimeMs = dayMs;
/** Redirects of a registry to the registrar. */
const maxRedirects = 3;
/** Expiries that are remembered in case a registry does not answer. */
const maxRemembered = 5000;

const bootstrapList = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });
const domainAnswer = z.object({
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).default([]),
});
type Services = z.output<typeof bootstrapList>['services'];

const lists = new Map<string, { services: Services; readAt: number }>();
/** The last known expiry by list and domain: a registry that is overloaded for a while is no reason for an alarm. */
const remembered = new Map<string, Date>();

/** Checks when the registration of a domain ends, as its registry says (RDAP, RFC 9082 and 9083). Throws if that is too soon. */
export async function checkDomain(
  { host, minDays }: DomainTarget,
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<void> {
  const name = host.toLowerCase().replace(/\.$/, '');
  const until = await readExpiry(name, deps, signal);
  const days = Math.floor((Number(until) - Number(deps.now())) / dayMs);
  const date = until.toISOString().slice(0, 10);
  if (days < 0) throw new CheckFailure(`The registration of ${name} ended on ${date}.`);
  if (days < minDays)
    throw new CheckFailure(`The registration of ${name} ends in ${days} ${days === 1 ? 'day' : 'days'}, on ${date}.`);
}

/** The expiry that the registry answers, or the last known one while it does not answer. */
async function readExpiry(name: string, deps: CheckDeps, signal: AbortSignal): Promise<Date> {
  const key = `${deps.rdapBootstrapUrl} ${name}`;
  try {
    const until = await askRegistry(name, deps, signal);
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(key, until);
    return until;
  } catch (error) {
    const known = error instanceof CheckFailure ? undefined : remembered.get(key);
    if (known) return known;
    throw error instanceof RegistryUnavailable ? new CheckFailure(error.message) : error;
  }
}

/** The registry answers, but not now. */
class RegistryUnavailable extends Error {}

async function askRegistry(name: string, deps: CheckDeps, signal: AbortSignal): Promise<Date> {
  const base = serviceOf(name, await readServices(deps, signal));
  if (base === undefined)
    throw new CheckFailure(
      `The registry of .${name.split('.').at(-1)} does not say when domains end (no RDAP service).`,
    );
  const { status, body } = await get(new URL(`domain/${name}`, base.endsWith('/') ? base : `${base}/`), deps, signal);
  if (status === 404)
    throw new CheckFailure(`The registry knows no domain ${name}: enter the registered domain, without www.`);
  if (status !== 200) throw new RegistryUnavailable(`The registry answered ${status}.`);
  const answer = domainAnswer.safeParse(parsed(body));
  const end = answer.data?.events.find(({ eventAction }) => eventAction === 'expiration')?.eventDate;
  const until = new Date(end ?? Number.NaN);
  if (Number.isNaN(Number(until))) throw new CheckFailure('The registry does not say when the registration ends.');
  return until;
}

/** The address of the service for the longest ending of a name; of several the first one with TLS. */
function serviceOf(name: string, services: Services): string | undefined {
  const labels = name.split('.');
  for (let start = 1; start < labels.length; start += 1) {
    const ending = labels.slice(start).join('.');
    const [, addresses = []] = services.find(([endings]) => endings.includes(ending)) ?? [];
    const address = addresses.find((one) => one.startsWith('https:')) ?? addresses[0];
    if (address !== undefined) return address;
  }
  return undefined;
}

async function readServices(deps: CheckDeps, signal: AbortSignal): Promise<Services> {
  const url = deps.rdapBootstrapUrl;
  const known = lists.get(url);
  if (known && Math.abs(Number(deps.now()) - known.readAt) < bootstrapLifetimeMs) return known.services;
  try {
    const { status, body } = await get(new URL(url), deps, signal);
    const list = bootstrapList.safeParse(parsed(body));
    if (status !== 200 || !list.success) throw new RegistryUnavailable('The list of registries could not be read.');
    lists.set(url, { services: list.data.services, readAt: Number(deps.now()) });
    return list.data.services;
  } catch (error) {
    if (known) return known.services;
    throw error;
  }
}

/** Gets an address, also after redirects, each to an address that is checked. */
async function get(url: URL, deps: CheckDeps, signal: AbortSignal): Promise<{ status: number; body: string | null }> {
  const headers = [{ name: 'accept', value: 'application/rdap+json, application/json' }];
  let target = url;
  for (let followed = 0; ; followed += 1) {
    const answer = await exchange({ url: target, method: 'GET', headers, body: null }, deps, signal);
    const isRedirect = answer.status >= 300 && answer.status < 400 && answer.location !== undefined;
    if (!isRedirect || followed === maxRedirects) return answer;
    target = new URL(answer.location ?? '', target);
    if (target.protocol !== 'https:' && target.protocol !== url.protocol)
      throw new RegistryUnavailable('The registry redirected to an address without TLS.');
  }
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    // Not JSON: the caller says so.
    return null;
  }
}
