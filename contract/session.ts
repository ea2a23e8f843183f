import { z } from 'zod';
import { messages } from './messages.ts';
import type { Role } from './roles.ts';

/** How a user signed in. A passkey counts as two factors. */
export const signInMethods = ['password', 'password and code', 'passkey', 'link', 'provider'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Sign-in form (specification, section 5). */
export const credentials = z.object({
  userName: z
    .string({ error: messages.userNameRequired })
    .trim()
    .min(1, messages.userNameRequired)
    .max(120, 'Username takes at most 120 characters'),
  password: z
    .string({ error: messages.passwordRequired })
    .min(1, messages.passwordRequired)
    .max(200, 'Password takes at most 200 characters'),
});

/** Grant type of `POST /token` for the second part of a sign-in. */
export const codeGrant = 'urn:vitrine:second-factor';

/** Grant type of `POST /token` for a sign-in by passkey, or for the second part of one by password. */
export const passkeyGrant = 'urn:vitrine:passkey';

/** Grant type of `POST /token` after a sign-in at the OpenID Connect provider; a cookie has the rest. */
export const providerGrant = 'urn:vitrine:provider';

/** What ends a sign-in that waits for its second part; a recovery code always does. */
export const secondFactorWays = ['code', 'passkey'] as const;
export type SecondFactorWay = (typeof secondFactorWays)[number];

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, 'Code is required')
  .max(40, 'Code takes at most 40 characters');

/** The sign-in response (specification, section 3). */
export interface SignInResponse {
  access_token: string;
  token_type: 'bearer';
  UserName: string;
  /** Seconds until the token expires. */
  expires_in: number;
  userRole: Role;
  /** 0 when the user has no telephony client. */
  twilioClientId: number;
}

/** The client id that the sign-in form sends (specification, section 7). */
export const loginClientId = 'AdminApp';

/**
 * Header of requests that the back office sends by itself while nobody is at the screen, such as polling. They do not count
 * as a use of the session.
 */
export const unattended = { header: 'x-unattended', value: '1' } as const;

/** Anti-forgery cookie and header (specification, section 9). */
export const antiForgery = { cookie: 'XSRF-TOKEN', header: 'x-xsrf-token' } as const;
