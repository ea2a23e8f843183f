import { z } from 'zod';
import { moment } from '../../contract/fields.ts';
import { ownAccount } from '../../core/accounts/own-account.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { readAttention } from '../../core/desk/attention.ts';
import { readChanges } from '../../core/desk/changes.ts';
import { readLastDay } from '../../core/desk/last-day.ts';
import { readOwnContacts, readOwnMessages, readOwnServers } from '../../core/desk/own-overview.ts';
import { noteVisit } from '../../core/desk/visits.ts';
import { permitted, router, unaudited } from '../trpc/procedures.ts';

/** Time that the dashboard shows on a first visit, in milliseconds. */
const firstVisitMs = 86_400_000;

/** The account of a client; 0, which no account has, for callers without one. */
function accountOf(session: Session): number {
  return ownAccount(session, 'health:read') ?? 0;
}

/** The dashboard of Owners and Operators, and the overview of clients. Each part is a call of its own, so that a broken one leaves the others. */
export const deskRouter = router({
  attention: permitted('health:read').query(({ ctx }) => readAttention(ctx.deps, ctx.session)),
  /** Notes the visit; the answer says when the visit before ended. */
  visit: unaudited('health:read')
    .input(z.strictObject({}))
    .mutation(({ ctx }) => noteVisit(ctx.deps, ctx.session.userId)),
  /** Without `since` the last day. */
  changes: permitted('health:read')
    .input(z.object({ since: moment('Since must be a point in time').nullish() }))
    .query(({ ctx: { deps, session }, input }) => {
      const since = input.since == null ? new Date(Number(deps.now()) - firstVisitMs) : new Date(input.since);
      return readChanges(deps.db, session, since);
    }),
  lastDay: permitted('health:read').query(({ ctx }) => readLastDay(ctx.deps.db, ctx.session, ctx.deps.now())),

  // The overview of a client: only their own account, whatever they send.
  ownServers: permitted('health:own').query(({ ctx: { deps, session } }) =>
    readOwnServers(deps.db, accountOf(session), deps.now()),
  ),
  ownMessages: permitted('telephony:own')
    .input(z.object({ midnight: moment('Midnight must be a point in time') }))
    .query(({ ctx: { deps, session }, input }) =>
      readOwnMessages(deps.db, accountOf(session), new Date(input.midnight)),
    ),
  ownContacts: permitted('telephony:own').query(({ ctx: { deps, session } }) =>
    readOwnContacts(deps.db, accountOf(session)),
  ),
});
