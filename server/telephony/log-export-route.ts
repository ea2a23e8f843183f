import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type LogFilter, logFilter } from '../../contract/telephony.ts';
import { invalid, unauthorized } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { everyLogRow } from '../../core/telephony/log-query.ts';
import { scopeOf } from '../../core/telephony/scope.ts';
import { sessionOf } from '../accounts/request-session.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';

/** `GET /api/twilio/log.csv` with the log's filters: every entry they leave, for a client its own. */
export function registerLogExport(app: FastifyInstance, deps: Dependencies): void {
  app.get('/api/twilio/log.csv', async (request, reply) => {
    const session = await sessionOf(deps, request, { download: true });
    if (!session) throw unauthorized();
    const asked = { ...queryOf(request.query) };
    const parsed = logFilter.safeParse({ ...asked, telephonyClientId: Number(asked.telephonyClientId) || null });
    if (!parsed.success) throw invalid({ filter: parsed.error.issues.map(({ message }) => message).join('. ') });
    const filter = { ...parsed.data, telephonyClientId: scopeOf(session, parsed.data.telephonyClientId) };
    await recordExport(deps, session, request, 'telephony.exportLog', { ...filter });
    const day = deps.now().toISOString().slice(0, 10);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="twilio-log-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csv(deps, filter)));
  });
}

function queryOf(query: unknown): Record<string, unknown> {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}

async function* csv({ db }: Dependencies, filter: LogFilter): AsyncGenerator<string> {
  yield byteOrderMark +
    csvRow([
      'Twilio From Number',
      'Request From',
      'To Number',
      'AccountSID',
      'Message ID',
      'Twilio SMS Status',
      'Created On',
    ]);
  for await (const row of everyLogRow(db, filter)) {
    yield csvRow([
      row.fromNumber,
      row.requestFrom,
      row.toNumber,
      row.accountSid,
      row.messageSid,
      row.status,
      row.createdOn,
    ]);
  }
}
