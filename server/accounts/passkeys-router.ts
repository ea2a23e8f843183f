import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { newPasskey, passkeyProof, passkeyRename } from '../../contract/passkeys.ts';
import { beginPasskeyProof, proveByPasskey } from '../../core/accounts/passkey-proof.ts';
import { beginPasskey, finishPasskey, suggestName } from '../../core/accounts/passkey-set-up.ts';
import { beginPasskeySignIn } from '../../core/accounts/passkey-sign-in.ts';
import { listPasskeys, removePasskey, renamePasskey } from '../../core/accounts/passkeys.ts';
import { relyingParty } from '../../core/accounts/relying-party.ts';
import { personal, proven, publicProcedure, router } from '../trpc/procedures.ts';

/** Passkeys: a sign-in begins here and ends with `POST /token`, which sets the cookies. */
export const passkeysRouter = router({
  /** The origin whose pages may use passkeys; null if passkeys are not possible. */
  options: publicProcedure.query(({ ctx }) => ({ origin: relyingParty(ctx.deps.config)?.origin ?? null })),
  /** Begins a sign-in, or with `step` the second part of one by password. Counts like a sign-in. */
  beginSignIn: publicProcedure
    .input(z.object({ step: z.string().max(100).optional() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limits.login.consume(ctx.ip);
      return beginPasskeySignIn(ctx.deps, input.step);
    }),
  list: personal().query(({ ctx }) => listPasskeys(ctx.deps.db, ctx.session)),
  /** A name for a passkey that this browser makes. */
  suggestedName: personal().query(({ ctx }) => suggestName(ctx.deps, ctx.session)),
  /** Begins the set-up of a passkey. */
  begin: proven().mutation(async ({ ctx }) => {
    const begun = await beginPasskey(ctx.deps, ctx.session);
    ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { passkey: 'set-up begun' } });
    return begun;
  }),
  /** Ends the set-up; the answer is the only one that has new recovery codes, null if the user has some. */
  finish: proven()
    .input(newPasskey)
    .mutation(async ({ ctx, input }) => {
      const recoveryCodes = await finishPasskey(ctx.deps, ctx.session, input);
      ctx.recordChange({ record: 'User', id: ctx.session.userId, after: { passkey: input.name } });
      return { recoveryCodes };
    }),
  rename: personal()
    .input(passkeyRename)
    .mutation(async ({ ctx, input }) => {
      const before = await renamePasskey(ctx.deps.db, ctx.session, input);
      ctx.recordChange({ record: 'Passkey', id: input.id, before: { name: before }, after: { name: input.name } });
    }),
  remove: proven()
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      const name = await removePasskey(ctx.deps.db, ctx.session, input.id);
      ctx.recordChange({ record: 'Passkey', id: input.id, before: { name } });
    }),
  /** Begins a proof of identity by passkey. */
  beginProof: personal().mutation(({ ctx }) => beginPasskeyProof(ctx.deps, ctx.session)),
  /** Ends a proof of identity by passkey; as `session.prove`. */
  prove: personal()
    .input(passkeyProof)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limits.login.consume(ctx.ip);
      await proveByPasskey(ctx.deps, ctx.session, input);
      await ctx.deps.limits.login.giveBack(ctx.ip);
    }),
});
