import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { statusGroupFields } from '../../contract/status-groups.ts';
import { may } from '../../core/accounts/permissions.ts';
import { listGroups } from '../../core/status/groups.ts';
import { deleteGroup, replaceGroupLink, saveGroup } from '../../core/status/save-groups.ts';
import { permitted } from '../trpc/procedures.ts';

/** Procedures of the status page's groups, part of its router. */
export const groupProcedures = {
  /** Groups in their order; secret links for those who may change them. */
  groups: permitted('health:read').query(({ ctx: { deps, session } }) =>
    listGroups(deps, may(session, 'health:write')),
  ),
  saveGroup: permitted('health:write')
    .input(statusGroupFields)
    .mutation(async ({ ctx, input }) => ({ id: await saveGroup(ctx.deps, input, ctx.recordChange) })),
  /** Gives a group another secret link; the old one no longer works. */
  replaceGroupLink: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => replaceGroupLink(ctx.deps, input.id, ctx.recordChange)),
  /** Deletes a group; the servers of a secret group are taken off the status page. */
  deleteGroup: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteGroup(ctx.deps, input.id, ctx.recordChange)),
};
