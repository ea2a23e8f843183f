import { z } from 'zod';
import { client, clientHeading } from '../../contract/clients.ts';
import { id } from '../../contract/fields.ts';
import * as tables from '../../db/schema/clients.ts';
import { reconcileMonitors } from '../../workers/health/reconcile.ts';
import { publishedRows } from '../records/read.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { saveRow } from '../records/write.ts';
import { adminProcedure, publicProcedure, router } from '../trpc.ts';

export const clientHeadings = record('Client heading', tables.clientHeadings, clientHeading);
export const clients = childRecord('Client', tables.clients, client, clientHeadings);

/** What others than an Admin see of a health code: that there is one. */
const maskedCode = '********';

/**
 * Clients as visitors see them. A health code is a capability, so only an Admin reads it; a telephony client sees
 * only the servers of its own account (design, section 5).
 */
const published = publicProcedure.query(async ({ ctx: { deps, session } }) => {
  const rows = await publishedRows(deps.db, clients);
  if (session?.role === 'Admin') return rows;
  return rows
    .filter((row) => session === null || (row.telephonyClientId ?? NaN) === session.telephonyClientId)
    .map((row) => ({ ...row, healthCode: row.healthCode === '' ? '' : maskedCode }));
});

const target = { id: id.nullish(), version: z.int().positive().optional(), parentId: id.optional() };

/** Saves as every record is saved; then the client's server is watched as it now says. */
const save = adminProcedure
  .input(z.object({ ...target, values: client }))
  .mutation(async ({ ctx: { deps, note }, input: { values, ...where } }) => {
    const saved = await saveRow(deps.db, clients, where, values, note);
    await reconcileMonitors(deps.db, deps.now(), saved.id);
    return saved;
  });

export const clientsRouter = router({
  heading: records(clientHeadings),
  clients: router({ ...records(clients)._def.record, published, save }),
});
