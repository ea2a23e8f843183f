import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { client } from '../../contract/clients.ts';
import { byDisplayOrder } from '../../contract/display-order.ts';
import { id } from '../../contract/fields.ts';
import type { Permission } from '../../contract/roles.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { publishedRows, type Row } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { newOrder, type Ordering } from '../../core/content/reorder.ts';
import { reconcileMonitors } from '../../core/health/reconcile.ts';
import * as tables from '../../db/schema/clients.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, publicProcedure } from '../trpc/procedures.ts';
import { destination } from './destination.ts';
import { release, saveTarget, targetOf } from './record-router.ts';

const clients = records.clients.items;
const { displayOrder, position, id: rowId, version: rowVersion } = tables.clients;

/** Display Order is also a form field: a new version keeps a form opened before the move from undoing the move. */
const displayOrdering: Ordering = {
  by: sql`${displayOrder}, ${position}, ${rowId}`,
  set: (place) => ({
    displayOrder: place,
    version: sql`${rowVersion} + case when ${displayOrder} = ${place} then 0 else 1 end`,
  }),
};

/** Replaces a health code for callers who may not change it. */
const maskedCode = '********';

type ClientRow = Row<typeof clients.table>;

/**
 * Active clients for a caller (design, section 5). Readers of content or servers get all clients, a telephony client the
 * clients of its account, others the clients that pass `isPublic`, without account ids. Health codes are for callers who
 * may change them: a code is a capability.
 */
export async function visibleClients(
  { db }: Pick<Dependencies, 'db'>,
  session: Session | null,
  isPublic: (row: ClientRow) => boolean,
): Promise<ClientRow[]> {
  const rows = byDisplayOrder(await publishedRows(db, clients));
  const mayAny = (...anyOf: Permission[]) => anyOf.some((one) => session?.permissions.has(one));
  if (mayAny('content:write', 'health:write')) return rows;
  const masked = (row: ClientRow) => ({ ...row, healthCode: row.healthCode === '' ? '' : maskedCode });
  if (mayAny('content:read', 'health:read')) return rows.map(masked);
  if (!mayAny('health:own')) return rows.filter(isPublic).map((row) => ({ ...masked(row), telephonyClientId: 0 }));
  return rows.filter((row) => (row.telephonyClientId ?? NaN) === session?.telephonyClientId).map(masked);
}

/** Visitors see the clients that are shown on the home page. */
const published = publicProcedure.query(({ ctx: { deps, session } }) =>
  visibleClients(deps, session, (row) => row.showOnHomePage),
);

/** Saves the client, then updates the monitor of its server. */
const save = permitted('content:write')
  .input(z.object({ ...saveTarget, values: client, release }))
  .mutation(async ({ ctx, input: { values, release: releaseId, ...where } }) => {
    const saved = await destination(ctx, clients, releaseId).save(targetOf(ctx, where), values);
    if (releaseId === undefined) await reconcileMonitors(ctx.deps.db, ctx.deps.now(), saved.id);
    return saved;
  });

const list = permitted('content:read')
  .input(z.object({ parentId: id.optional(), release }))
  .query(async ({ ctx, input }) => byDisplayOrder(await destination(ctx, clients, input.release).rows(input.parentId)));

/** Renumbers the Display Order of a heading's clients. */
const reorder = permitted('content:write')
  .input(newOrder.safeExtend({ release }))
  .mutation(({ ctx, input: { release: releaseId, ...order } }) =>
    destination(ctx, clients, releaseId, displayOrdering).reorder(order),
  );

/** The client record's overrides of the generic procedures. */
export const clientProcedures = { list, published, save, reorder };
