import { initTRPC } from '@trpc/server';
import type { Session } from '../../core/accounts/sessions.ts';
import { changesIn } from '../../core/audit/changes.ts';
import { actorOf, beginEntry, type Described, type NoteChange } from '../../core/audit/entries.ts';
import { forbidden, unauthorized } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, outcomeOf, toTrpcError } from '../http/errors.ts';

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

/** Gives refusals of the product's rules their tRPC code. */
const base = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

/** Anyone may call it. */
export const publicProcedure = base.meta({ access: 'public' });

/** Refuses who may not call it; whoever is not asked for by name in `meta` needs to be an Admin. */
const guarded = base.use(({ ctx, meta, next }) => {
  if (!ctx.session) throw unauthorized();
  if (meta?.access !== 'signedIn' && ctx.session.role !== 'Admin') throw forbidden();
  return next({ ctx: { ...ctx, session: ctx.session } });
});

/** Puts every change on record (core/audit/entries.ts); `note` says what it was where the request alone does not. */
const recorded = guarded.use(async ({ ctx, type, path, getRawInput, next }) => {
  const none: NoteChange = () => {};
  if (type !== 'mutation') return next({ ctx: { ...ctx, note: none } });
  const entry = await beginEntry(ctx.deps, actorOf(ctx.session, ctx), path);
  // A body that cannot be read is refused by the procedures that take one; to the others it does not matter.
  const input = await getRawInput().catch(() => undefined);
  const result = await next({ ctx: { ...ctx, note: entry.note } });
  const id = idIn(input) ?? (result.ok ? idIn(result.data) : null);
  await entry.end(result.ok ? 'done' : outcomeOf(result.error), { id, changes: changesIn(input) });
  return result;
});

function idIn(value: unknown): Described['id'] {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'number' ? value.id : null;
}

/** Only a signed-in user may call it. */
export const signedInProcedure = recorded.meta({ access: 'signedIn' });

/** Only an Admin may call it. */
export const adminProcedure = recorded.meta({ access: 'admin' });
