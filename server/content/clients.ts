import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { client } from '../../contract/clients.ts';
import { id } from '../../contract/fields.ts';
import { byDisplayOrder } from '../../core/content/display-order.ts';
import { allRows, publishedRows } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { newOrder, type Ordering, reorderRows } from '../../core/content/reorder.ts';
import { saveRow } from '../../core/content/write.ts';
import { reconcileMonitors } from '../../core/health/reconcile.ts';
import * as tables from '../../db/schema/clients.ts';
import { adminProcedure, publicProcedure } from '../trpc/procedures.ts';
import { saveTarget } from './record-router.ts';

const clients = records.clients.items;
const { displayOrder, position, id: rowId, version: rowVersion } = tables.clients;

/** Display Order is a field of the form too: a form that was opened before a client was moved must not put it back. */
const displayOrdering: Ordering = {
  by: sql`${displayOrder}, ${position}, ${rowId}`,
  set: (place) => ({
    displayOrder: place,
    version: sql`${rowVersion} + case when ${displayOrder} = ${place} then 0 else 1 end`,
  }),
};

/** What others than an Admin see of a health code: that there is one. */
const maskedCode = '********';

/**
 * Clients as visitors see them. A health code is a capability, so only an Admin reads it; a telephony client sees
 * only the servers of its own account (design, section 5).
 */
const published = publicProcedure.query(async ({ ctx: { deps, session } }) => {
  const rows = byDisplayOrder(await publishedRows(deps.db, clients));
  if (session?.role === 'Admin') return rows;
  return rows
    .filter((row) => session === null || (row.telephonyClientId ?? NaN) === session.telephonyClientId)
    .map((row) => ({ ...row, healthCode: row.healthCode === '' ? '' : maskedCode }));
});

/** Saves as every record is saved; then the client's server is watched as it now says. */
const save = adminProcedure
  .input(z.object({ ...saveTarget, values: client }))
  .mutation(async ({ ctx: { deps, recordChange }, input: { values, ...where } }) => {
    const saved = await saveRow(deps.db, clients, where, values, recordChange);
    await reconcileMonitors(deps.db, deps.now(), saved.id);
    return saved;
  });

const list = adminProcedure
  .input(z.object({ parentId: id.optional() }))
  .query(async ({ ctx, input }) => byDisplayOrder(await allRows(ctx.deps.db, clients, input.parentId)));

/** Numbers the clients of a heading anew, in the given order. */
const reorder = adminProcedure
  .input(newOrder)
  .mutation(({ ctx, input }) => reorderRows(ctx.deps.db, clients, input, ctx.recordChange, displayOrdering));

/** Replace the generic procedures of the same names for clients. */
export const clientProcedures = { list, published, save, reorder };
