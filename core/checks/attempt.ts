import type { CheckTarget } from '../../contract/checks.ts';
import { checkDns } from './dns.ts';
import { checkDomain } from './domain.ts';
import { checkHttp } from './http.ts';
import { reasonOf } from './reason.ts';
import { type CheckDeps, CheckFailure, type CheckSecrets, type Result } from './result.ts';
import { checkTcp } from './tcp.ts';
import { checkTls } from './tls.ts';

/** A check as an attempt needs it. */
export interface Attempted {
  target: CheckTarget;
  secrets: CheckSecrets;
  timeoutMs: number;
}

/** Checks once, within the check's time-out. Never throws; `signal` ends the attempt early. */
export async function attempt(check: Attempted, deps: CheckDeps, signal?: AbortSignal): Promise<Result> {
  const limit = new AbortController();
  const tooLate = new CheckFailure(`There was no complete answer within ${check.timeoutMs / 1000} s.`);
  const timeout = setTimeout(() => limit.abort(tooLate), check.timeoutMs);
  const stop = () => limit.abort(new CheckFailure('The process was stopped.'));
  signal?.addEventListener('abort', stop, { once: true });
  const began = performance.now();
  const latency = () => Math.round(performance.now() - began);
  try {
    await run(check, deps, limit.signal);
    return { ok: true, reason: '', latencyMs: latency() };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, check.secrets), latencyMs: latency() };
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', stop);
  }
}

function run({ target, secrets }: Attempted, deps: CheckDeps, signal: AbortSignal): Promise<void> {
  switch (target.kind) {
    case 'http':
      return checkHttp(target, secrets, deps, signal);
    case 'tls':
      return checkTls(target, deps, signal);
    case 'tcp':
      return checkTcp(target, deps, signal);
    case 'dns':
      return checkDns(target, deps, signal);
    case 'domain':
      return checkDomain(target, deps, signal);
  }
}
