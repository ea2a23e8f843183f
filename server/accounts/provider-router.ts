import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { listIdentities, unlinkIdentity } from '../../core/accounts/identities.ts';
import { passwordHashOf } from '../../core/accounts/users.ts';
import { personal, proven, publicProcedure, router } from '../trpc/procedures.ts';

/** The OpenID Connect provider. Visits begin and end in server/accounts/provider-routes.ts, which sets cookies. */
export const providerRouter = router({
  /** The provider's name; null without one. */
  options: publicProcedure.query(({ ctx }) => ({ name: ctx.deps.config.oidc?.name ?? null })),
  /** The caller's linked accounts at the provider. */
  state: personal().query(async ({ ctx: { deps, session } }) => ({
    name: deps.config.oidc?.name ?? null,
    hasPassword: Boolean(await passwordHashOf(deps.db, session.userId)),
    ...(await listIdentities(deps, session)),
  })),
  /** Unlinks an account of the caller. */
  unlink: proven()
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      const email = await unlinkIdentity(ctx.deps, ctx.session, input.id);
      ctx.recordChange({ record: 'User', id: ctx.session.userId, before: { linkedAccount: email || 'linked' } });
    }),
});
