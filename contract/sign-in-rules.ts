import { z } from 'zod';
import { roles } from './roles.ts';

/** Bounds of the limits of sessions: hours until a session ends in any case, minutes until it ends without use. */
export const sessionLimitBounds = { sessionHours: { min: 1, max: 720 }, idleMinutes: { min: 5, max: 720 } } as const;

const { sessionHours, idleMinutes } = sessionLimitBounds;
const hoursText = `Enter ${sessionHours.min} to ${sessionHours.max} whole hours (30 days)`;
const minutesText = `Enter ${idleMinutes.min} to ${idleMinutes.max} whole minutes (12 hours), or nothing`;

/** When sessions end. */
const sessionLimits = {
  sessionHours: z.int(hoursText).min(sessionHours.min, hoursText).max(sessionHours.max, hoursText),
  /** Null: sessions do not end without use. */
  idleMinutes: z.int(minutesText).min(idleMinutes.min, minutesText).max(idleMinutes.max, minutesText).nullable(),
};
export interface SessionLimits {
  sessionHours: number;
  idleMinutes: number | null;
}

/** The rules of signing in. `version` counts saves: 0 before the first one. */
export const signInRules = z.object({
  version: z.int().min(0),
  secondFactorRoles: z.array(z.enum(roles)).max(roles.length),
  ...sessionLimits,
});
export type SignInRules = z.output<typeof signInRules>;
