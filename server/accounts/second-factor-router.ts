import { z } from 'zod';
import { roles } from '../../contract/roles.ts';
import { secondFactorCode } from '../../contract/session.ts';
import { signInRules } from '../../contract/sign-in-rules.ts';
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  secondFactorState,
} from '../../core/accounts/second-factor.ts';
import { readSignInRules, saveSignInRules } from '../../core/accounts/sign-in-rules.ts';
import { permitted, personal, proven, router } from '../trpc/procedures.ts';

/** The caller's second factors, and the rules of signing in. */
export const secondFactorRouter = router({
  state: personal().query(({ ctx }) => secondFactorState(ctx.deps.db, ctx.session)),
  /** Begins the set-up of an authenticator app; the answer is the only one that has the secret. */
  begin: proven().mutation(async ({ ctx }) => {
    const begun = await beginApp(ctx.deps, ctx.session);
    ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { authenticatorApp: 'set-up begun' } });
    return begun;
  }),
  /** Ends the set-up with the first code; the answer is the only one that has the new recovery codes. */
  confirm: proven()
    .input(z.object({ step: z.string().max(100), code: secondFactorCode }))
    .mutation(async ({ ctx, input }) => {
      const recoveryCodes = await confirmApp(ctx.deps, ctx.session, input);
      ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { authenticatorApp: 'set up' } });
      return { recoveryCodes };
    }),
  /** Replaces the recovery codes. */
  renewCodes: proven().mutation(async ({ ctx }) => {
    const recoveryCodes = await renewRecoveryCodes(ctx.deps, ctx.session);
    ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { recoveryCodes: 'new ones' } });
    return { recoveryCodes };
  }),
  /** Removes the authenticator app. */
  remove: proven().mutation(async ({ ctx }) => {
    await removeApp(ctx.deps, ctx.session);
    ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { authenticatorApp: 'removed' } });
  }),
  /** The rules of signing in. */
  rule: permitted('users').query(async ({ ctx }) => {
    const { version, secondFactorRoles, sessionHours, idleMinutes } = await readSignInRules(ctx.deps.db);
    return {
      version,
      sessionHours,
      idleMinutes,
      secondFactorRoles: roles.filter((role) => secondFactorRoles.includes(role)),
    };
  }),
  saveRule: proven('users')
    .input(signInRules)
    .mutation(({ ctx, input }) => saveSignInRules(ctx.deps, ctx.session, input, ctx.recordChange)),
});
