import type { HitKind } from '../../contract/health.ts';

/** One report of a monitored server, as it came in. */
export interface Hit {
  code: string;
  kind: HitKind;
  exitCode: number | null;
  method: string;
  userAgent: string;
  body: string;
}

/** Shape of every code that is given out; anything else is not looked up. */
const codePattern = /^[A-Za-z0-9_-]{16,64}$/;

/** True of what may be a code. */
export function isCode(code: string): boolean {
  return codePattern.test(code);
}

/** What the part of the address after the code reports: `start`, `fail` or an exit code; undefined: nothing we know. */
export function reportOf(part: string | undefined): Pick<Hit, 'kind' | 'exitCode'> | undefined {
  if (part === undefined || part === '0') return { kind: 'success', exitCode: part === undefined ? null : 0 };
  if (part === 'start') return { kind: 'start', exitCode: null };
  if (part === 'fail') return { kind: 'failure', exitCode: null };
  if (!/^[1-9]\d{0,2}$/.test(part) || Number(part) > 255) return undefined;
  return { kind: 'failure', exitCode: Number(part) };
}
