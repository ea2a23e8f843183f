import type { PingKind } from '../../contract/health.ts';

/** A ping of a monitored server as received. */
export interface Ping {
  code: string;
  kind: PingKind;
  exitCode: number | null;
  method: string;
  userAgent: string;
  body: string;
}

/** A ping and the time of its arrival. */
export interface ArrivedPing {
  ping: Ping;
  at: Date;
}

/** What became of a ping: it is on disk, its code is unknown, or its code is over its limit. */
export type PingOutcome = 'recorded' | 'unknown' | { waitSeconds: number };

/** Limits the pings of each code. */
export interface PingLimit {
  /**
   * Counts a ping. If no earlier ping was counted, the ping before, at `previous`, counts too. Returns 0, or the seconds to
   * wait over the limit.
   */
  consume(code: string, previous?: Date): number | Promise<number>;
  /** Takes a counted ping back. */
  giveBack(code: string): void | Promise<void>;
}

/**
 * A ping may be written after a newer one, by another process, by less than this. A stored time that is further ahead is from
 * before the clock was set back.
 */
export const maxDisorderMs = 60_000;

/** A server without a ping for this long is within its limit, and its next ping does not count toward the limit. */
export const restMs = 50_000;

/** Pattern of every issued code; other texts are not looked up. */
const codePattern = /^[A-Za-z0-9_-]{16,64}$/;

/** True if the text has the form of a code. */
export function isCode(code: string): boolean {
  return codePattern.test(code);
}

/** Parses the path segment after the code: none, `start`, `fail` or an exit code (0 to 255). Undefined if invalid. */
export function parsePingKind(segment: string | undefined): Pick<Ping, 'kind' | 'exitCode'> | undefined {
  if (segment === undefined || segment === '0') return { kind: 'success', exitCode: segment === undefined ? null : 0 };
  if (segment === 'start') return { kind: 'start', exitCode: null };
  if (segment === 'fail') return { kind: 'failure', exitCode: null };
  if (!/^[1-9]\d{0,2}$/.test(segment) || Number(segment) > 255) return undefined;
  return { kind: 'failure', exitCode: Number(segment) };
}

/** Characters kept of an output's last line. */
const maxDetailLength = 300;

/** The last line of a run's output that is not blank, without terminal colours and control characters. */
export function lastLineOf(output: string): string {
  const line = output
    .split(/[\r\n]/)
    .map(plainText)
    .findLast((text) => text !== '');
  return [...(line ?? '')].slice(0, maxDetailLength).join('');
}

function plainText(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with ESC
  const withoutColors = line.replace(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, '');
  return withoutColors.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
