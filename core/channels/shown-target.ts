import type { SentKind } from './notification.ts';

/** Kinds whose address lets everybody post: screens show its host and end only. */
const secretAddresses: ReadonlySet<SentKind | 'sms'> = new Set(['webhook', 'slack', 'teams', 'discord', 'ntfy']);
const shownEnd = 4;

/** A target as screens and logs may show it. */
export function shownTarget(kind: SentKind | 'sms', target: string): string {
  if (!secretAddresses.has(kind)) return target;
  const { host, pathname, search } = new URL(target);
  const path = `${pathname}${search}`;
  return path.length <= 2 * shownEnd ? `${host}/…` : `${host}/…${path.slice(-shownEnd)}`;
}
