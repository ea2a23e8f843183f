import type { FastifyRequest } from 'fastify';
import { personalKindNames, personalKinds, personExport } from '../../contract/privacy.ts';
import { invalid } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { everyRecord } from '../../core/privacy/find-person.ts';
import { type Identified, identifiedPersonOf } from '../../core/privacy/person.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';
import type { RestSection } from '../rest/record-routes.ts';

const formats = {
  json: { type: 'application/json; charset=utf-8', mediaType: 'application/json', content: json },
  csv: { type: 'text/csv; charset=utf-8', mediaType: 'text/csv', content: csv },
} as const;

/** `GET /api/personaldata.json` and `.csv`: everything about a person who is known by addresses and numbers. */
function personalDataExport(format: keyof typeof formats) {
  const { type, mediaType, content } = formats[format];
  return customRoute({
    methods: ['GET'],
    path: `/api/personaldata.${format}`,
    access: ['privacy'],
    summary: `Everything about one person as ${format.toUpperCase()}, by e-mail addresses and telephone numbers`,
    download: true,
    documents: {
      query: personExport,
      types: [mediaType],
      refusals: { 400: 'The person is missing, a name, or more than five addresses and numbers' },
    },
    handler: (deps) => async (request, reply) => {
      const person = personIn(request);
      // The entry outlives the person's data, so it says that there was an export, not of whom.
      const { emails, numbers } = person;
      const filters = { format, addresses: emails.length, numbers: numbers.length };
      await recordExport(deps, signedIn(request), request, 'privacy.export', filters);
      const day = deps.now().toISOString().slice(0, 10);
      return sendDownload(request, reply, {
        name: `personal-data-${day}.${format}`,
        type,
        content: () => content(deps, person),
      });
    },
  });
}

/** The exports of personal data in the table of documented paths. */
export const privacyRest: RestSection = {
  title: 'Personal data',
  records: [],
  routes: [personalDataExport('json'), personalDataExport('csv')],
};

function personIn(request: FastifyRequest): Identified {
  const parsed = personExport.safeParse(request.query);
  if (!parsed.success) throw invalid({ person: parsed.error.issues.map(({ message }) => message).join('. ') });
  return identifiedPersonOf(parsed.data.person);
}

/** One row for each value, because every kind of record has other fields. */
async function* csv(deps: Dependencies, person: Identified): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['Kind', 'Record', 'When', 'Field', 'Value']);
  for (const kind of personalKindNames)
    for await (const { id, at, data } of everyRecord(deps, kind, person))
      for (const [field, value] of Object.entries(data)) {
        if (value === null || value === '') continue;
        yield csvRow([personalKinds[kind].label, id, at, field, value]);
      }
}

async function* json(deps: Dependencies, person: Identified): AsyncGenerator<string> {
  const head = { exportedAt: deps.now(), addresses: person.emails, numbers: person.numbers };
  yield `${JSON.stringify(head).slice(0, -1)},"kinds":{`;
  let isFirstKind = true;
  for (const kind of personalKindNames) {
    yield `${isFirstKind ? '' : ','}\n${JSON.stringify(personalKinds[kind].label)}:[`;
    isFirstKind = false;
    let isFirst = true;
    for await (const { id, at, data } of everyRecord(deps, kind, person)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ id, at, ...data })}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}}\n';
}
