import { z } from 'zod';
import type { ChannelAddress } from '../channels/notification.ts';
import type { Config } from '../config/config.ts';
import { secretBox } from '../telephony/secrets.ts';

const stored = z.object({ target: z.string(), secret: z.string() });

/** Target and secret of a channel as they are stored, encrypted. */
export function sealAddress(config: Config, address: ChannelAddress): string {
  return secretBox(config).seal(JSON.stringify(address));
}

/** The stored target and secret. */
export function openAddress(config: Config, sealed: string): ChannelAddress {
  return stored.parse(JSON.parse(secretBox(config).open(sealed)));
}
