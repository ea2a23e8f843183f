import type { Config } from '../config/config.ts';
import { conflict } from '../errors.ts';

/** The site as browsers bind passkeys to it. */
export interface RelyingParty {
  /** Host name of PUBLIC_URL. */
  id: string;
  /** The only origin whose pages may use the passkeys. */
  origin: string;
}

/**
 * The relying party of the site, from PUBLIC_URL and never from a request: a forged Host header would bind passkeys to
 * another name. Null where browsers have no passkeys: on plain http except localhost, and for IP addresses.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : null;
}

/** As `relyingParty`; throws 409 where passkeys are not possible. */
export function requireRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const party = relyingParty(config);
  if (!party) throw conflict('Passkeys need an address with https. Ask the operator to set PUBLIC_URL.');
  return party;
}
