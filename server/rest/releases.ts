import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { messages } from '../../contract/messages.ts';
import { releaseActions, releaseName, releaseStates } from '../../contract/releases.ts';
import type { Permission } from '../../contract/roles.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { wholeNumber } from './fields.ts';
import { optionalId } from './ids.ts';
import type { RestRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';
import { plain, requestBody } from './request-body.ts';
import { type ParsedRoute, type RestCall, route, withDocumentedNames } from './route.ts';
import { saveRecord } from './save-record.ts';

const release = z.object({
  ReleaseID: z.int(),
  Name: z.string(),
  State: z.enum(releaseStates),
  Author: z.string(),
  CreatedAt: z.iso.datetime(),
  PublishAt: z.iso.datetime().nullable(),
  TimeZone: z.string(),
  PublishedAt: z.iso.datetime().nullable(),
  Changes: z.int().describe('Number of changes'),
  Problem: z.string().describe('Why the release was not published at its time'),
});

const rowId = z.int().describe("The row's id, also of a new row");

/** Fields of a change: which row, and what becomes of the row. */
const changeBody = requestBody({
  record: plain('Record', z.string('Record must be a name').max(80), z.string()),
  id: optionalId('ID', 'Id', 'id'),
  action: plain('Action', z.enum(releaseActions, 'Action must be save, delete or reorder')),
  values: plain(
    'Values',
    z.record(z.string(), z.unknown()).optional(),
    z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of a save the documented fields of the record; of a reorder {IDs}, the whole list in its new order'),
  ),
});

const order = z.object({ IDs: z.array(id).min(1).max(1000) }, 'Values must be {IDs}');

/** Declares a step of a release: `POST /api/releases/<id>/<name>` without fields. */
function step(
  name: string,
  access: readonly Permission[],
  summary: string,
  run: (call: RestCall, id: number) => Promise<unknown>,
): ParsedRoute {
  return route({
    method: 'POST',
    path: `/api/releases/:id/${name}`,
    access,
    summary,
    output: z.int().describe("The release's id"),
    async handle(call) {
      const releaseId = releaseOf(call);
      await run(call, releaseId);
      return { message: messages.saved, data: releaseId };
    },
  });
}

/** The release that a path names. Throws 404 for anything that is no id. */
function releaseOf({ params }: RestCall): number {
  const { data } = id.safeParse(wholeNumber(params.id));
  if (data === undefined) throw notFound('This release');
  return data;
}

/** Releases of the content. `sections` answers the table with the documented names of the records. */
export function releasesRest(sections: () => readonly RestSection[]): RestSection {
  /** The record with this name, in any case. Throws 400 if there is none. */
  function recordNamed(name: string): RestRecord {
    const records = sections().flatMap((section) => section.records.map((paths) => paths.record));
    const found = records.find(({ definition }) => definition.name.toLowerCase() === name.trim().toLowerCase());
    if (found) return found;
    throw invalid({
      Record: `There is no record “${name}”. Records: ${records.map(({ definition }) => definition.name).join(', ')}`,
    });
  }

  return {
    title: 'Releases',
    records: [],
    routes: [
      route({
        method: 'GET',
        path: '/api/releases',
        access: ['content:read'],
        summary: 'Releases, the newest first',
        output: z.array(release),
        async handle({ caller }) {
          const found = await caller.releases.list();
          return {
            data: found.map((known) => ({
              ReleaseID: known.id,
              Name: known.name,
              State: known.state,
              Author: known.userName,
              CreatedAt: known.createdAt.toISOString(),
              PublishAt: known.publishAt?.toISOString() ?? null,
              TimeZone: known.timeZone,
              PublishedAt: known.publishedAt?.toISOString() ?? null,
              Changes: known.changes,
              Problem: known.problem,
            })),
          };
        },
      }),
      route({
        method: 'POST',
        path: '/api/releases',
        access: ['content:write'],
        summary: 'Creates an empty release',
        input: requestBody({ name: plain('Name', releaseName) }),
        output: z.int().describe("The release's id"),
        async handle({ caller }, { name }) {
          const { id: created } = await caller.releases.create({ name });
          return { message: messages.saved, data: created };
        },
      }),
      route({
        method: 'POST',
        path: '/api/releases/:id/changes',
        access: ['content:write'],
        summary:
          'Puts a change into a release: a save (without ID of a new record), a deletion, or a new order; visitors do not see it',
        input: changeBody,
        output: rowId,
        async handle(call, { record: name, id: row, action, values = {} }) {
          const releaseId = releaseOf(call);
          const record = recordNamed(name);
          return { message: messages.saved, data: await putChange(call, releaseId, record, { row, action, values }) };
        },
      }),
      route({
        method: 'POST',
        path: '/api/releases/:id/schedule',
        access: ['content:publish'],
        summary: 'Sets the time at which a release is published; the message has the time in words',
        input: requestBody({
          publishAt: plain(
            'PublishAt',
            z.string('PublishAt is required').max(40),
            z
              .string()
              .describe(
                'An instant such as 2026-03-30T06:00:00Z, or a local time such as 2026-03-30T08:00 in TimeZone',
              ),
          ),
          timeZone: plain(
            'TimeZone',
            z.string('TimeZone is required').max(60),
            z.string().describe('Such as Europe/Berlin'),
          ),
        }),
        output: z.int().describe("The release's id"),
        async handle(call, time) {
          const releaseId = releaseOf(call);
          const { words } = await call.caller.releases.schedule({ id: releaseId, ...time });
          return { message: words, data: releaseId };
        },
      }),
      step(
        'publish',
        ['content:publish'],
        'Shows the changes of a release to visitors, all at once; 409 if decisions are needed',
        ({ caller }, releaseId) => caller.releases.publish({ id: releaseId }),
      ),
      step(
        'cancel',
        ['content:publish'],
        'Ends a release without publishing; its changes stay',
        ({ caller }, releaseId) => caller.releases.cancel({ id: releaseId }),
      ),
      step(
        'undo',
        ['content:publish'],
        'Takes a published release back and opens it again; 409 if its records have changed since',
        ({ caller }, releaseId) => caller.releases.undo({ id: releaseId }),
      ),
      route({
        method: 'POST',
        path: '/api/releases/:id/preview',
        access: ['content:write'],
        summary:
          'Makes a link by which people without an account see the page as the release would make it, for a week',
        output: z.object({ Url: z.string(), ExpiresAt: z.iso.datetime() }),
        async handle(call) {
          const { url, expiresAt } = await call.caller.releases.preview({ id: releaseOf(call) });
          return { data: { Url: url, ExpiresAt: expiresAt.toISOString() } };
        },
      }),
    ],
  };
}

interface NamedChange {
  row: number | undefined;
  action: (typeof releaseActions)[number];
  values: Record<string, unknown>;
}

/** Puts a change into a release and returns the id of its row, of a new order the id of the first row. */
async function putChange(
  call: RestCall,
  releaseId: number,
  record: RestRecord,
  { row, action, values }: NamedChange,
): Promise<number> {
  const procedures = record.procedures(call.caller);
  if (action === 'save') {
    const input = record.body.parse({ ...values, ...(row === undefined ? {} : { [record.ids[0]]: row }) });
    if (row === undefined && input.id !== undefined) throw invalid({ ID: 'Name the id of the record as ID' });
    return withDocumentedNames(record.body, () => saveRecord(record, call, input, releaseId));
  }
  if (action === 'delete') {
    if (row === undefined) throw invalid({ ID: 'ID is required' });
    await procedures.delete({ id: row, release: releaseId });
    return row;
  }
  const parsed = order.safeParse(values);
  if (!parsed.success) throw invalid({ Values: 'Values must be {IDs}: the ids of the whole list in its new order' });
  const { IDs: ids } = parsed.data;
  const rows = await procedures.list({ release: releaseId });
  const isMoved = new Set(ids);
  const from = rows.filter((known) => isMoved.has(known.id)).map((known) => known.id);
  await procedures.reorder({ ids, from, release: releaseId });
  return ids[0] ?? 0;
}
