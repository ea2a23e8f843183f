import { z } from 'zod';
import { id } from './fields.ts';

/** Servers that one stream of events can follow. */
export const maxFollowedServers = 100;

/** Filters of the stream: the ids of the servers whose pings are reported, separated by commas. */
export const healthEventsQuery = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'Ids are numbers, separated by commas')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(id).max(maxFollowedServers, `Follow at most ${maxFollowedServers} servers`))
    .default([]),
});

/**
 * Kinds of events. ready: changes are reported from now on. states: servers went online or offline, were paused or resumed, or are new.
 * pings: servers of `ids` have sent a ping.
 */
export const healthEvents = ['ready', 'states', 'pings'] as const;
export type HealthEvent = (typeof healthEvents)[number];
