import { z } from 'zod';
import { newPassword } from '../../contract/passwords.ts';
import { forgottenPassword, linkToken } from '../../contract/users.ts';
import { acceptLink, readLink } from '../../core/accounts/accept-link.ts';
import { askForLink, offersForgottenPassword } from '../../core/accounts/forgotten-password.ts';
import { formProcedure, publicProcedure, router } from '../trpc/procedures.ts';

/** Every use of a link counts like a sign-in, until the link has proven right. */
const linkProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limits.login.consume(ctx.ip);
  const result = await next();
  if (result.ok) await ctx.deps.limits.login.giveBack(ctx.ip);
  return result;
});

/** Links of accounts, for visitors. The token is in the body of a request, never in an address that logs may keep. */
export const accountLinksRouter = router({
  /** Whether the sign-in offers a link for a forgotten password. */
  options: publicProcedure.query(({ ctx }) => ({ forgottenPassword: offersForgottenPassword(ctx.deps) })),
  /** What a link is for, and its user name. Throws 404 unless the link is open. */
  read: linkProcedure
    .input(z.object({ token: linkToken }))
    .mutation(({ ctx, input }) => readLink(ctx.deps, input.token)),
  /** Sets the password of the link's user. */
  accept: linkProcedure
    .input(z.object({ token: linkToken, password: newPassword }))
    .mutation(({ ctx, input }) => acceptLink(ctx.deps, input, ctx)),
  /** Asks for a link by e-mail; the answer is the same for every address. */
  forgotten: formProcedure.input(forgottenPassword).mutation(async ({ ctx, input: { email } }) => {
    const { deps, ip, requestId } = ctx;
    await deps.limits.allForms.consume('forgotten password');
    await askForLink(deps, { email, ip, requestId });
  }),
});
