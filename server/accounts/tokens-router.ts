import { z } from 'zod';
import { newApiToken } from '../../contract/api-tokens.ts';
import { id } from '../../contract/fields.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../../core/accounts/api-tokens.ts';
import { personal, proven, router } from '../trpc/procedures.ts';

const record = 'API token';

/** API tokens: the caller's own, and those of all users for callers who manage users. */
export const tokensRouter = router({
  list: personal('tokens').query(({ ctx }) => listApiTokens(ctx.deps.db, ctx.session)),
  /** The answer is the only one that has the token itself. */
  create: proven('tokens')
    .input(newApiToken)
    .mutation(async ({ ctx, input }) => {
      const created = await createApiToken(ctx.deps, ctx.session, input);
      const { name, scopes } = input;
      ctx.recordChange({
        record,
        id: created.id,
        after: { name, scopes: scopes.join(', '), until: created.expiresAt },
      });
      return created;
    }),
  revoke: proven('tokens')
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      const { name } = await revokeApiToken(ctx.deps, ctx.session, input.id);
      ctx.recordChange({ record, id: input.id, before: { name } });
    }),
});
