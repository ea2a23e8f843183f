import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { type LogView, logView } from '../../contract/message-log.ts';
import { outcomeNames } from '../../contract/message-outcomes.ts';
import { invalid } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { everyLogRow } from '../../core/telephony/log-query.ts';
import { scopeOf } from '../../core/telephony/scope.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';
import { shownAs } from '../rest/request-body.ts';

// An id that is no number counts as no filter.
const query = logView.extend({
  telephonyClientId: shownAs(
    z
      .unknown()
      .optional()
      .transform((raw) => Number(raw) || undefined)
      .pipe(id.optional()),
    z.int().optional(),
  ),
});

type Content = (deps: Dependencies, filter: LogView) => AsyncGenerator<string>;

/** The log as CSV: the columns of the specification, then those that the product adds. */
export const logCsv = exportRoute('csv', 'text/csv', csv);
/** The log as a JSON array. */
export const logJson = exportRoute('json', 'application/json', json);

/** `GET /api/twilio/log.…` with the log's filters: every message that matches, for a client its own. */
function exportRoute(format: 'csv' | 'json', type: string, content: Content) {
  return customRoute({
    methods: ['GET'],
    path: `/api/twilio/log.${format}`,
    access: ['telephony:read', 'telephony:own'],
    summary: `The message log as ${format.toUpperCase()}, with the filters of its screen; a client’s own`,
    download: true,
    documents: { query, types: [type], refusals: { 400: 'A filter is malformed' } },
    handler: (deps) => (request, reply) => send(deps, request, reply, { format, type, content }),
  });
}

async function send(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { format, type, content }: { format: string; type: string; content: Content },
) {
  const session = signedIn(request);
  const parsed = query.safeParse(request.query);
  if (!parsed.success) throw invalid({ filter: parsed.error.issues.map(({ message }) => message).join('. ') });
  const filter = { ...parsed.data, telephonyClientId: scopeOf(session, parsed.data.telephonyClientId) };
  await recordExport(deps, session, request, 'telephony.exportLog', { ...filter, format });
  const day = deps.now().toISOString().slice(0, 10);
  return sendDownload(request, reply, {
    name: `twilio-log-${day}.${format}`,
    type: `${type}; charset=utf-8`,
    content: () => content(deps, filter),
  });
}

const headers = [
  ...['Twilio From Number', 'Request From', 'To Number', 'AccountSID', 'Message ID', 'Twilio SMS Status', 'Created On'],
  ...['Outcome', 'Contact', 'Server', 'Text', 'Reason', 'Segments', 'Price'],
];

async function* csv({ db }: Dependencies, filter: LogView): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(headers);
  for await (const row of everyLogRow(db, filter)) {
    const { fromNumber, requestFrom, toNumber, accountSid, messageSid, status, createdOn } = row;
    const { outcome, contact, server, text, reason, segments, price } = row;
    yield csvRow([
      ...[fromNumber, requestFrom, toNumber, accountSid, messageSid, status, createdOn],
      ...[outcomeNames[outcome], contact, server, text, reason, segments, price],
    ]);
  }
}

async function* json({ db }: Dependencies, filter: LogView): AsyncGenerator<string> {
  let before = '[\n';
  for await (const { hasResponse: _, hasError: __, ...row } of everyLogRow(db, filter)) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before.startsWith('[') ? '[]\n' : '\n]\n';
}
