import { initTRPC } from '@trpc/server';
import type { Session } from './auth/sessions.ts';
import type { Dependencies } from './dependencies.ts';
import { describeError, forbidden, unauthorized } from './errors.ts';

/** What a procedure knows of its request. */
export interface Context {
  deps: Dependencies;
  session: Session | null;
  /** Address of the caller. */
  ip: string;
  requestId: string;
}

/** Who may call a procedure; a test reads it of every one. */
export interface Access {
  access: 'public' | 'signedIn' | 'admin';
}

const t = initTRPC
  .context<Context>()
  .meta<Access>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const failure = describeError(error);
      return {
        message: failure.message,
        code: shape.code,
        data: {
          code: error.code,
          httpStatus: failure.httpStatus,
          path: shape.data.path,
          requestId: ctx?.requestId,
          fields: failure.fields,
          current: failure.current,
        },
      };
    },
  });

/** Groups procedures. */
export const router = t.router;

/** A router's procedures as plain functions; REST calls these. */
export const createCallerFactory = t.createCallerFactory;

/** Anyone may call it. */
export const publicProcedure = t.procedure.meta({ access: 'public' });

/** Only a signed-in user may call it. */
export const signedInProcedure = t.procedure.meta({ access: 'signedIn' }).use(({ ctx, next }) => {
  if (!ctx.session) throw unauthorized();
  return next({ ctx: { ...ctx, session: ctx.session } });
});

/** Only an Admin may call it. */
export const adminProcedure = t.procedure.meta({ access: 'admin' }).use(({ ctx, next }) => {
  if (!ctx.session) throw unauthorized();
  if (ctx.session.role !== 'Admin') throw forbidden();
  return next({ ctx: { ...ctx, session: ctx.session } });
});
