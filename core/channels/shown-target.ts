import { pushTarget } from '../../contract/alarms.ts';
import type { SentKind } from './notification.ts';

/** Kinds whose address lets everybody post: screens show its host and end only. */
const secretAddresses: ReadonlySet<SentKind | 'sms'> = new Set([
  'webhook',
  'slack',
  'teams',
  'discord',
  'ntfy',
  'push',
]);
const shownEnd = 4;

/** A target as screens and logs may show it. */
export function shownTarget(kind: SentKind | 'sms', target: string): string {
  if (!secretAddresses.has(kind)) return target;
  const { host, pathname, search } = new URL(kind === 'push' ? pushTarget.parse(JSON.parse(target)).endpoint : target);
  const path = `${pathname}${search}`;
  return path.length <= 2 * shownEnd ? `${host}/…` : `${host}/…${path.slice(-shownEnd)}`;
}
