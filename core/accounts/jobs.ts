import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Every hour: deletes ended sessions, links, steps and old API tokens; look-ups already ignore them. */
export const purgeSessions = defineJob({
  name: 'purge-sessions',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 3600,
});

/** Mails a user a link of their account. Each attempt makes a new token, so that only hashes are stored. */
export const mailAccountLink = defineJob({
  name: 'mail-account-link',
  data: z.object({ linkId: id }),
  // Delays from 20 seconds to ten minutes: the link for a forgotten password works for an hour.
  retry: { attempts: 6, backoffSeconds: 20 },
});

/** Dedupe key: at most one mail job per link. */
export function accountLinkKey(linkId: number): string {
  return `account-link-${linkId}`;
}

/** Finds the user of an e-mail address and makes a link for a new password. `request` is encrypted. */
export const answerForgottenPassword = defineJob({
  name: 'answer-forgotten-password',
  data: z.object({ request: z.string() }),
  retry: { attempts: 3, backoffSeconds: 10 },
});

/** Mails a user that a new device has signed in. */
export const mailNewDevice = defineJob({
  name: 'mail-new-device',
  data: z.object({ userId: id, device: z.string(), ip: z.string(), at: z.iso.datetime() }),
  retry: { attempts: 6, backoffSeconds: 20 },
});
