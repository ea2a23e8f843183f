import { z } from 'zod';
import { choice, email, id, line, optionalLine } from './fields.ts';
import { roles } from './roles.ts';

/** States of a user. An invited user has not set a password yet. */
export const userStates = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } as const;
export type UserState = keyof typeof userStates;

/** What a link of an account is for. */
export const accountLinkKinds = ['invitation', 'reset', 'rescue'] as const;
export type AccountLinkKind = (typeof accountLinkKinds)[number];

/** How long each link works, in hours. `forgotten`: a reset that the user asks for at the sign-in. */
export const linkHours = { invitation: 72, reset: 24, forgotten: 1, rescue: 1 } as const;

/** How a link reaches its user: by e-mail, or shown once to the user who makes the link. */
const linkWays = ['mail', 'shown'] as const;
export type LinkWay = (typeof linkWays)[number];
export const linkWay = z.enum(linkWays);

const optionalEmail = z
  .union([z.literal(''), email('E-mail')], { error: 'E-mail must be a valid e-mail address' })
  .default('');

/** Details of a user that an Owner changes. */
export const userDetails = z.object({
  firstName: optionalLine('First name', 60),
  lastName: optionalLine('Last name', 60),
  email: optionalEmail,
});

/** Role of a user; clients have an SMS account, others none. */
const userRole = {
  role: choice('Role', roles),
  telephonyClientId: id.nullable().default(null),
};

type RoleValues = { role: string; telephonyClientId: number | null };
const hasAccount = ({ role, telephonyClientId }: RoleValues) => role !== 'Client' || telephonyClientId !== null;
const accountMissing = { path: ['telephonyClientId'], error: 'SMS account is required' };

/** A new role of a user. */
export const roleChange = z.object({ id, ...userRole }).refine(hasAccount, accountMissing);

/** An invitation. By e-mail it needs an address. */
export const invitation = z
  .object({ userName: line('User name', 120), ...userDetails.shape, ...userRole, way: linkWay })
  .refine(hasAccount, accountMissing)
  .refine(({ way, email }) => way === 'shown' || email !== '', { path: ['email'], error: 'E-mail is required' });
export type Invitation = z.output<typeof invitation>;

/** The token of a link. */
export const linkToken = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Copy the whole link.');

/** Request for a link by a user who has forgotten the password. */
export const forgottenPassword = z.object({ email: email('E-mail') });
