import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { type LogFilter, logFilter } from '../../contract/telephony.ts';
import { invalid } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { dateOf, everyLogRow } from '../../core/telephony/log-query.ts';
import { scopeOf } from '../../core/telephony/scope.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';
import { shownAs } from '../rest/request-body.ts';

// An id that is no number counts as no filter.
const query = logFilter.extend({
  telephonyClientId: shownAs(
    z
      .unknown()
      .optional()
      .transform((raw) => Number(raw) || undefined)
      .pipe(id.optional()),
    z.int().optional(),
  ),
});

/** `GET /api/twilio/log.csv` with the log's filters: every entry that matches, for a client its own. */
export const logExport = customRoute({
  methods: ['GET'],
  path: '/api/twilio/log.csv',
  access: ['telephony:read', 'telephony:own'],
  summary: 'The message log as CSV, with the filters of its screen; a client’s own',
  download: true,
  documents: { query, types: ['text/csv'], refusals: { 400: 'A filter is malformed' } },
  handler: (deps) => async (request, reply) => {
    const session = signedIn(request);
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw invalid({ filter: parsed.error.issues.map(({ message }) => message).join('. ') });
    const filter = { ...parsed.data, telephonyClientId: scopeOf(session, parsed.data.telephonyClientId) };
    await recordExport(deps, session, request, 'telephony.exportLog', { ...filter });
    const day = deps.now().toISOString().slice(0, 10);
    return sendDownload(request, reply, {
      name: `twilio-log-${day}.csv`,
      type: 'text/csv; charset=utf-8',
      content: () => csv(deps, filter),
    });
  },
});

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
      dateOf(row),
    ]);
  }
}
