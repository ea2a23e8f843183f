import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { newPassword } from '../../contract/session.ts';
import { hashPassword } from '../../core/accounts/passwords.ts';
import { closeSession, closeSessionsOf } from '../../core/accounts/sessions.ts';
import { forbidden } from '../../core/errors.ts';
import { atomically } from '../../db/query/atomically.ts';
import { users } from '../../db/schema/users.ts';
import { router, signedInProcedure } from '../trpc/procedures.ts';

export const sessionRouter = router({
  /** The signed-in user. */
  me: signedInProcedure.query(({ ctx }) => {
    const { userName, role, telephonyClientId } = ctx.session;
    return { userName, role, telephonyClientId };
  }),
  /** Ends this session. */
  logout: signedInProcedure.mutation(({ ctx }) => closeSession(ctx.deps.db, ctx.session.sessionId)),
  /** Sets a new password and ends the user's other sessions (specification, sections 5 and 7: changepassword). */
  changePassword: signedInProcedure
    .input(z.object({ password: newPassword, userName: z.string().max(120).optional() }))
    .mutation(async ({ ctx, input }) => {
      const { session, deps, recordChange } = ctx;
      if (input.userName !== undefined && input.userName.toLowerCase() !== session.userName.toLowerCase()) {
        throw forbidden('Only your own password can be changed.');
      }
      const passwordHash = await hashPassword(input.password);
      await atomically(deps.db, (tx) => [
        tx.update(users).set({ passwordHash }).where(eq(users.id, session.userId)),
        closeSessionsOf(tx, session.userId, session.sessionId),
      ]);
      recordChange({ record: 'User', id: session.userId, after: { password: 'a new one' } });
      return true;
    }),
});
