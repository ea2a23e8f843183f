import type { Resolver } from './resolver.ts';

/** Outcome of one attempt. */
export interface Result {
  ok: boolean;
  /** Why the attempt failed, as a sentence without secrets; empty after a success. */
  reason: string;
  /** Duration of the whole attempt. */
  latencyMs: number;
}

/** What an attempt needs from its process; tests pass their own resolver and authority. */
export interface CheckDeps {
  now(): Date;
  resolver: Resolver;
  /** CHECK_PRIVATE_NETWORKS. */
  arePrivateNetworksAllowed: boolean;
  /** PEM certificates of authorities that replace the well-known ones. */
  authorities?: readonly string[];
  /** RDAP_BOOTSTRAP_URL: the list of the RDAP services of all endings. */
  rdapBootstrapUrl: string;
}

/** Headers and body of an HTTP check. */
export interface CheckSecrets {
  headers: readonly { name: string; value: string }[];
  body: string | null;
}

/** A failed attempt whose message is the reason. */
export class CheckFailure extends Error {}
