import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { newPassword } from '../../contract/passwords.ts';
import { invitation, linkWay, roleChange, userDetails } from '../../contract/users.ts';
import {
  changeRole,
  deactivate,
  deleteUser,
  endSessions,
  reactivate,
  removeSecondFactor,
  saveDetails,
  withdrawAllLinks,
} from '../../core/accounts/change-people.ts';
import { giveLink, invite } from '../../core/accounts/invite.ts';
import { listPeople } from '../../core/accounts/people.ts';
import { resetPassword, usersOf } from '../../core/accounts/users.ts';
import { permitted, proven, router } from '../trpc/procedures.ts';

const one = z.object({ id });

/** Users and their links. */
export const usersRouter = router({
  /** All users, and whether links can be mailed. */
  list: permitted('users').query(({ ctx }) => listPeople(ctx.deps)),
  /** Creates a user and a link with which the person sets a password. */
  invite: proven('users')
    .input(invitation)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  /** Makes a new link: an invitation until the user has accepted one, then a link for a new password. */
  giveLink: proven('users')
    .input(z.object({ id, way: linkWay }))
    .mutation(({ ctx, input }) => giveLink(ctx, input.id, input.way)),
  /** Withdraws the open links of a user. */
  withdrawLinks: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => withdrawAllLinks(ctx, input.id)),
  /** Saves the name and the e-mail address. */
  save: proven('users')
    .input(z.object({ id, ...userDetails.shape }))
    .mutation(({ ctx, input }) => saveDetails(ctx, input.id, input)),
  changeRole: proven('users')
    .input(roleChange)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  deactivate: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => deactivate(ctx, input.id)),
  reactivate: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => reactivate(ctx, input.id)),
  endSessions: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => endSessions(ctx, input.id)),
  /** Removes the second factors of a user who has lost them. */
  removeSecondFactor: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => removeSecondFactor(ctx, input.id)),
  delete: proven('users')
    .input(one)
    .mutation(({ ctx, input }) => deleteUser(ctx, input.id)),
  /** The users who sign in to an account. */
  ofAccount: permitted('telephony:read')
    .input(z.object({ telephonyClientId: id }))
    .query(({ ctx, input }) => usersOf(ctx.deps.db, input.telephonyClientId)),
  /** Sets a new password for a client's user and ends all their sessions. */
  setPassword: proven('telephony:write')
    .input(z.object({ id, password: newPassword }))
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.deps, input.id, input.password);
      ctx.recordChange({ record: 'User', id: input.id, after: { password: 'a new one' } });
    }),
});
