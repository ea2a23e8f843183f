import { z } from 'zod';

/** A time of day, such as 07:30. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time must be like 07:30');
/** An IANA name. */
export const timeZone = z.string().min(1, 'Choose a time zone').max(64);
