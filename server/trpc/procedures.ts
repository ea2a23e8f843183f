import { initTRPC } from '@trpc/server';
import type { Permission } from '../../contract/roles.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { changesIn } from '../../core/audit/changes.ts';
import { type ActionDetails, actorOf, beginEntry, type RecordChange } from '../../core/audit/entries.ts';
import { unauthorized } from '../../core/errors.ts';
import { type Access, checkCaller } from '../accounts/may-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, outcomeOf, toTrpcError } from '../http/errors.ts';

/** A procedure's view of its request. */
export interface Context {
  deps: Dependencies;
  session: Session | null;
  /** Why the credentials of the request are worth nothing; undefined where the reason is not told apart. */
  refusal?: string | undefined;
  /** The caller's IP address. */
  ip: string;
  /** True if the request is already counted against the limit of public forms. */
  isCountedForm?: boolean | undefined;
  requestId: string;
  /** Idempotency key of a REST request, for the save that the request makes. */
  saveKey?: string | undefined;
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
          needsProof: failure.needsProof,
          needsSecondFactor: failure.needsSecondFactor,
        },
      };
    },
  });

/** Groups procedures. */
export const router = t.router;

/** A router's procedures as plain functions; the REST routes call them. */
export const createCallerFactory = t.createCallerFactory;

// Each middleware costs a request some microseconds, so each kind of procedure has one.

/** For everyone. Refusals (core/errors.ts) become tRPC errors. */
export const publicProcedure = t.procedure.meta({ access: 'public' }).use(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

/** For public forms: counts every request against its address before the input is checked. */
export const formProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (!ctx.isCountedForm) await ctx.deps.limits.forms.consume(ctx.ip);
  return next();
});

const ignoreChange: RecordChange = () => {};

/**
 * Checks the caller's access. Writes an audit entry for every mutation without `isUnaudited`; `ctx.recordChange` sets the
 * change where the request does not show it.
 */
const guarded = t.procedure.use(async ({ ctx, meta, type, path, getRawInput, next }) => {
  let session: Session;
  try {
    if (!ctx.session) throw unauthorized(ctx.refusal);
    // A procedure without declared access is for no one.
    session = checkCaller(ctx.session, meta ?? { access: [] }, ctx.deps.now());
  } catch (error) {
    throw toTrpcError(error);
  }
  if (type !== 'mutation' || meta?.isUnaudited) {
    const result = await next({ ctx: { session, recordChange: ignoreChange } });
    if (!result.ok) throw toTrpcError(result.error);
    return result;
  }
  const entry = await beginEntry(ctx.deps, actorOf(session, ctx), path);
  // Ignore an unreadable body here: procedures with an input refuse it themselves.
  const input = await getRawInput().catch(() => undefined);
  const result = await next({ ctx: { session, recordChange: entry.recordChange } });
  if (!result.ok) {
    await entry.end(outcomeOf(result.error), { id: idIn(input), changes: changesIn(input) });
    throw toTrpcError(result.error);
  }
  await entry.end('done', { id: idIn(input) ?? idIn(result.data), changes: changesIn(input) });
  return result;
});

function idIn(value: unknown): ActionDetails['id'] {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'number' ? value.id : null;
}

/** For every signed-in caller, API tokens included. */
export const signedInProcedure = guarded.meta({ access: 'signedIn' });

/** For callers with at least one of the permissions. */
export function permitted(...anyOf: readonly [Permission, ...Permission[]]) {
  return guarded.meta({ access: anyOf });
}

/**
 * As `permitted`, without an audit entry: for signs of life, set-ups of screens and previews, which change no data of the product. tests/rest/who-may-call.ts
 * lists these procedures.
 */
export function unaudited(...anyOf: readonly [Permission, ...Permission[]]) {
  return guarded.meta({ access: anyOf, isUnaudited: true });
}

/** For people with at least one of the permissions, without any for everyone who is signed in; not for API tokens. */
export function personal(...anyOf: readonly Permission[]) {
  return guarded.meta({ access: anyOf.length > 0 ? anyOf : 'signedIn', needs: 'session' });
}

/** As `personal`; the caller must have proven their identity in the last minutes. For credentials, users and tokens. */
export function proven(...anyOf: readonly Permission[]) {
  return guarded.meta({ access: anyOf.length > 0 ? anyOf : 'signedIn', needs: 'recentProof' });
}
