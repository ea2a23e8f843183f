import { type AuditFilter, auditFilter } from '../../contract/audit.ts';
import { everyAuditEntry } from '../../core/audit/list.ts';
import { invalid } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { signedIn } from '../accounts/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';
import type { RestSection } from '../rest/record-routes.ts';
import { recordExport } from './record-export.ts';

/** `GET /api/audit.csv` all entries that match the log's filters. */
const auditExport = customRoute({
  methods: ['GET'],
  path: '/api/audit.csv',
  access: ['audit:read'],
  summary: 'The audit log as CSV, with the filters of its screen',
  download: true,
  documents: { query: auditFilter, types: ['text/csv'], refusals: { 400: 'A filter is malformed' } },
  handler: (deps) => async (request, reply) => {
    const parsed = auditFilter.safeParse(request.query);
    if (!parsed.success) throw invalid({ filter: parsed.error.issues.map(({ message }) => message).join('. ') });
    await recordExport(deps, signedIn(request), request, 'audit.export', { ...parsed.data });
    const day = deps.now().toISOString().slice(0, 10);
    return sendDownload(request, reply, {
      name: `audit-log-${day}.csv`,
      type: 'text/csv; charset=utf-8',
      content: () => csv(deps, parsed.data),
    });
  },
});

/** The audit log in the table of documented paths. */
export const auditRest: RestSection = { title: 'Audit log', records: [], routes: [auditExport] };

async function* csv({ db }: Dependencies, filter: AuditFilter): AsyncGenerator<string> {
  const headers = [
    'When',
    'User',
    'Role',
    'Address',
    'Action',
    'Record',
    'Id',
    'Outcome',
    'Changes',
    'Request id',
    'Name',
  ];
  yield byteOrderMark + csvRow(headers);
  for await (const entry of everyAuditEntry(db, filter)) {
    const { at, userName, role, ip, action, record, recordId, recordName, outcome, changes, requestId } = entry;
    const lines = changes.map(({ field, from, to }) =>
      from === undefined && to === undefined ? field : `${field}: ${from ?? ''} → ${to ?? ''}`,
    );
    const shown = [at, userName, role, ip, action, record, recordId, outcome, lines.join('\n'), requestId, recordName];
    yield csvRow(shown);
  }
}
