import { isIP, type LookupFunction } from 'node:net';
import { refusalOf } from './addresses.ts';
import type { Address } from './resolver.ts';
import { type CheckDeps, CheckFailure } from './result.ts';
import { untilAborted } from './time-limit.ts';

/** The checked addresses of a host, for the options of `connect`. */
export interface Pinned {
  host: string;
  /** Answers the checked addresses: the name is not looked up again between check and connection. */
  lookup: LookupFunction;
  /** The name for TLS; an address has none. */
  servername: string | undefined;
}

/** Looks a host up once and checks every address. Throws a CheckFailure if one of them is not allowed. */
export async function pin(host: string, deps: CheckDeps, signal: AbortSignal): Promise<Pinned> {
  const name = host.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const addresses: Address[] =
    family === 0
      ? await untilAborted(deps.resolver.addresses(name), signal)
      : [{ address: name, family: family === 4 ? 4 : 6 }];
  for (const { address } of addresses) {
    const refusal = refusalOf(address, deps.arePrivateNetworksAllowed);
    if (refusal !== null) throw new CheckFailure(family === 0 ? `${name} is not checked: ${refusal}` : refusal);
  }
  const [first] = addresses;
  if (!first) throw new CheckFailure(`${name} has no address.`);
  return {
    host: name,
    servername: family === 0 ? name : undefined,
    lookup: (_host, options, answer) => {
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    },
  };
}
