import { isIPv6 } from 'node:net';
import type { DnsTarget } from '../../contract/checks.ts';
import { isPrivate } from './addresses.ts';
import { type CheckDeps, CheckFailure } from './result.ts';
import { untilAborted } from './time-limit.ts';

/** Longest list of found records in a reason, in characters. */
const maxFoundLength = 200;

/** Checks that a name has a record with the expected value. Throws if it has none. */
export async function checkDns(target: DnsTarget, deps: CheckDeps, signal: AbortSignal): Promise<void> {
  const { host, type, value } = target;
  const records = await untilAborted(deps.resolver.records(host, type), signal);
  if (records.some((record) => isMatch(record, target))) return;
  // Addresses of an inner network are nobody's business.
  const isShown = (record: string) => deps.arePrivateNetworksAllowed || !type.startsWith('A') || !isPrivate(record);
  const found = records.filter(isShown).join(', ').slice(0, maxFoundLength);
  throw new CheckFailure(`No ${type} record of ${host} is ${value}${found === '' ? '' : `; found: ${found}`}.`);
}

function isMatch(record: string, { type, value }: DnsTarget): boolean {
  if (type === 'TXT') return record.includes(value);
  const expected = normalize(value);
  // An MX record matches with and without its priority.
  return normalize(record) === expected || (type === 'MX' && normalize(record.replace(/^\d+ /, '')) === expected);
}

function normalize(value: string): string {
  const text = value.trim().toLowerCase().replace(/\.$/, '');
  return isIPv6(text) && !text.includes('%') ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;
}
