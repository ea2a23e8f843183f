import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { newPassword } from '../../contract/passwords.ts';
import { secondFactorCode } from '../../contract/session.ts';
import { waysOf } from '../../core/accounts/factors.ts';
import { isLinked } from '../../core/accounts/identities.ts';
import { endOtherSessions, endOwnSession, listSessions } from '../../core/accounts/own-sessions.ts';
import { verifyPassword } from '../../core/accounts/passwords.ts';
import { proveSession, requireRecentProof } from '../../core/accounts/proof.ts';
import { acceptCode } from '../../core/accounts/second-factor.ts';
import { closeSession } from '../../core/accounts/sessions.ts';
import { passwordHashOf, setPassword } from '../../core/accounts/users.ts';
import { conflict, forbidden, invalid } from '../../core/errors.ts';
import { type Context, personal, router, signedInProcedure } from '../trpc/procedures.ts';

export const sessionRouter = router({
  /** The signed-in user. */
  me: signedInProcedure.query(({ ctx }) => {
    const { userName, role, telephonyClientId, permissions, mustSetUpSecondFactor } = ctx.session;
    return { userName, role, telephonyClientId, permissions: [...permissions], mustSetUpSecondFactor };
  }),
  /**
   * How the caller can prove their identity: by a passkey, or by the password, with `code` and a code of the authenticator app
   * (`app`) or a recovery code, or by a new sign-in at the provider (its name, and `code` too). Users without any of it sign in
   * again.
   */
  proofs: personal().query(async ({ ctx: { deps, session } }) => {
    const ways = await waysOf(deps, session.userId);
    return {
      passkey: ways.includes('passkey'),
      password: Boolean(await passwordHashOf(deps.db, session.userId)),
      code: session.hasSecondFactor,
      app: ways.includes('code'),
      provider: (await isLinked(deps.db, session)) ? (deps.config.oidc?.name ?? null) : null,
    };
  }),
  /**
   * Proves the caller's identity by the password, and a code if the user has a second factor: for some minutes the session
   * may change credentials, users and tokens.
   */
  prove: personal()
    .input(
      z.object({ password: z.string().min(1, 'Password is required').max(200), code: secondFactorCode.optional() }),
    )
    .mutation(async ({ ctx, input: { password, code } }) => {
      const { session, deps } = ctx;
      if (session.hasSecondFactor && code === undefined) throw invalid({ code: 'Code is required' });
      await checkPassword(ctx, session.userId, 'password', password);
      if (session.hasSecondFactor && !(await acceptCode(deps, session.userId, code ?? '')))
        throw invalid({ code: 'The code is wrong' });
      await proveSession(deps, session.sessionId);
    }),
  /** The user's live sessions, this one first. */
  list: personal().query(({ ctx }) => listSessions(ctx.deps.db, ctx.session, ctx.deps.now())),
  /** Ends one of the user's sessions. */
  end: personal()
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.deps.db, ctx.session, input.id);
      ctx.recordChange({ record: 'Session', id: input.id, before: { id: input.id } });
    }),
  /** Ends the user's sessions except this one. */
  endOthers: personal().mutation(async ({ ctx }) => {
    const ended = await endOtherSessions(ctx.deps.db, ctx.session);
    ctx.recordChange({ record: 'Sessions', after: { ended } });
    return { ended };
  }),
  /** Ends this session. */
  logout: personal().mutation(({ ctx }) => closeSession(ctx.deps.db, ctx.session.sessionId)),
  /**
   * Sets a new password and ends the user's other sessions (specification, sections 5 and 7: changepassword). The back
   * office also sends the current password; the documented REST payload has none, so the user must have signed in recently, and
   * so must users with a second factor.
   */
  changePassword: personal()
    .input(
      z.object({
        password: newPassword,
        userName: z.string().max(120).optional(),
        currentPassword: z.string().max(200).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { password, userName, currentPassword } }) => {
      const { session, deps, recordChange } = ctx;
      if (userName !== undefined && userName.toLowerCase() !== session.userName.toLowerCase()) {
        throw forbidden('Only your own password can be changed.');
      }
      if (!(await passwordHashOf(deps.db, session.userId))) throw conflict(noPassword);
      if (currentPassword === undefined || session.hasSecondFactor) requireRecentProof(session, deps.now());
      if (currentPassword !== undefined) await checkPassword(ctx, session.userId, 'currentPassword', currentPassword);
      await setPassword(deps, { id: session.userId, userName: session.userName }, password, session.sessionId);
      recordChange({ record: 'User', id: session.userId, after: { password: 'a new one' } });
    }),
});

/** Else an account that the provider has closed could still be used. */
const noPassword = 'You have no password: you sign in without one. An Owner can give you a link to set a password.';

/** Throws 400 if the password is wrong, and 429 after too many attempts of the address, like a sign-in. */
async function checkPassword({ deps, ip }: Context, userId: number, field: string, password: string): Promise<void> {
  await deps.limits.login.consume(ip);
  const matches = await verifyPassword(await passwordHashOf(deps.db, userId), password);
  if (!matches) throw invalid({ [field]: 'The current password is wrong' });
  await deps.limits.login.giveBack(ip);
}
