import { z } from 'zod';
import { clockTime, timeZone } from './clock-time.ts';
import { id } from './fields.ts';

/** Someone whom a step of a policy notifies. server: the contacts of the server's SMS account and the server's own channels. */
const policyRecipient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('company') }),
  z.object({ kind: z.literal('contact'), id }),
  z.object({ kind: z.literal('channel'), id }),
  z.object({ kind: z.literal('rota'), id }),
]);

const policyStep = z.object({
  /** Minutes after the incident opened. */
  afterMinutes: z.int().min(0, 'Minutes must be 0 to 1440').max(1440, 'Minutes must be 0 to 1440'),
  recipients: z.array(policyRecipient).min(1, 'A step needs a recipient').max(50, 'A step takes at most 50 recipients'),
});
export type PolicyStep = z.output<typeof policyStep>;

/** Hours in which alarms of a policy wait: from one time of day to another, in a zone. */
const quietHours = z.object({ timeZone, from: clockTime, until: clockTime });
export type QuietHours = z.output<typeof quietHours>;
