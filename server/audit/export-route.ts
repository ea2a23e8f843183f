import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type AuditFilter, auditFilter } from '../../contract/audit.ts';
import { everyAuditEntry } from '../../core/audit/list.ts';
import { forbidden, invalid, unauthorized } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { sessionOf } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordExport } from './record-export.ts';

/** `GET /api/audit.csv`: all entries that match the log's filters, for Admins. */
export function registerAuditExport(app: FastifyInstance, deps: Dependencies): void {
  app.get('/api/audit.csv', async (request, reply) => {
    const session = await sessionOf(deps, request, { download: true });
    if (!session) throw unauthorized();
    if (session.role !== 'Admin') throw forbidden();
    const parsed = auditFilter.safeParse(request.query);
    if (!parsed.success) throw invalid({ filter: parsed.error.issues.map(({ message }) => message).join('. ') });
    await recordExport(deps, session, request, 'audit.export', { ...parsed.data });
    const day = deps.now().toISOString().slice(0, 10);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csv(deps, parsed.data)));
  });
}

async function* csv({ db }: Dependencies, filter: AuditFilter): AsyncGenerator<string> {
  const headers = ['When', 'User', 'Role', 'Address', 'Action', 'Record', 'Id', 'Outcome', 'Changes', 'Request id'];
  yield byteOrderMark + csvRow(headers);
  for await (const entry of everyAuditEntry(db, filter)) {
    const { at, userName, role, ip, action, record, recordId, outcome, changes, requestId } = entry;
    const lines = changes.map(({ field, from, to }) =>
      from === undefined && to === undefined ? field : `${field}: ${from ?? ''} → ${to ?? ''}`,
    );
    yield csvRow([at, userName, role, ip, action, record, recordId, outcome, lines.join('\n'), requestId]);
  }
}
