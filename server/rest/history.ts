import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { historyActions } from '../../contract/history.ts';
import { messages } from '../../contract/messages.ts';
import { pathOf } from '../../core/content/history-entries.ts';
import { allRecords } from '../../core/content/records.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { findEntry, type HistoryEntry, recordAt } from '../../core/history/entries.ts';
import { type Viewer, wholeNumber } from './fields.ts';
import { documentedChanges, documentedValues } from './history-values.ts';
import { namedId } from './ids.ts';
import type { RestRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';
import { type BodyField, decoded, requestBody } from './request-body.ts';
import { route } from './route.ts';

const change = z.object({ Field: z.string(), From: z.unknown(), To: z.unknown() });

const historyOutput = z.object({
  RevisionID: z.int(),
  Record: z.string().describe("The record's name, such as Plan feature"),
  ID: z.int(),
  Action: z.enum(historyActions),
  At: z.iso.datetime(),
  Author: z.string().describe('Empty for changes that the product made itself'),
  Values: z
    .record(z.string(), z.unknown())
    .describe(
      "The fields of the record's save after the change, as a read answers them; pictures by address under the first name of a read",
    ),
  Changes: z
    .array(change)
    .describe('The fields that differ from the entry before; null is empty. Place is the place in the list'),
});

function queryField<Value>(rules: z.ZodType<Value>, wire: z.ZodType, ...names: [string, string]): BodyField<Value> {
  const isBlank = (raw: unknown) => raw === undefined || raw === '';
  const schema = decoded(rules, (raw) => (isBlank(raw) ? undefined : wholeNumber(raw)), wire);
  return { names, isBlank, schema };
}

const maxLimit = 100;
const limitMessage = `limit must be a whole number from 1 to ${maxLimit}`;
const limit = z.int(limitMessage).min(1, limitMessage).max(maxLimit, limitMessage).default(50);
const optionalId = id.optional();
const query = requestBody({
  record: queryField(z.string('record must be a name').max(80).optional(), z.string().optional(), 'record', 'Record'),
  rowId: queryField(optionalId, z.int().optional(), 'id', 'ID'),
  before: queryField(optionalId, z.int().optional().describe('A RevisionID: older entries'), 'before', 'Before'),
  limit: queryField(limit, z.int().min(1).max(maxLimit).default(50), 'limit', 'Limit'),
});

/** The path of the record with this name, in any case; throws 400 if there is none. */
function pathNamed(name: string): string {
  const definition = allRecords.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());
  if (definition) return pathOf(definition);
  throw invalid({
    record: `There is no record “${name}”. Records: ${allRecords.map((known) => known.name).join(', ')}`,
  });
}

/** An entry under its documented names. */
function documentedEntry(
  entry: HistoryEntry,
  records: readonly RestRecord[],
  viewer: Viewer,
): z.infer<typeof historyOutput> {
  const record = records.find(({ definition }) => pathOf(definition) === entry.record);
  return {
    RevisionID: entry.id,
    Record: entry.name,
    ID: entry.rowId,
    Action: entry.action,
    At: entry.at.toISOString(),
    Author: entry.userName,
    Values: record ? documentedValues(record, entry, viewer) : {},
    Changes: record ? documentedChanges(record, entry, viewer) : [],
  };
}

/** The history of the content. `sections` answers the table with the documented names of the records. */
export function historyRest(sections: () => readonly RestSection[]): RestSection {
  return {
    title: 'History',
    records: [],
    routes: [
      route({
        method: 'GET',
        path: '/api/history',
        access: ['content:read'],
        summary:
          'Changes of the content, the newest first; of one record by its name, of one row by record and id, older than an entry by its RevisionID',
        input: query,
        output: z.array(historyOutput),
        async handle({ caller, viewer }, { record, rowId, ...rest }) {
          if (rowId !== undefined && record === undefined) throw invalid({ rowId: 'id needs the name of a record' });
          const path = record === undefined ? undefined : pathNamed(record);
          const found = await caller.history.list({ ...rest, record: path, rowId });
          const records = sections().flatMap((section) => section.records.map((paths) => paths.record));
          return { data: found.map((entry) => documentedEntry(entry, records, viewer)) };
        },
      }),
      route({
        method: 'POST',
        path: '/api/history/restore',
        access: ['content:publish'],
        summary:
          'Gives a row the values of an entry; brings a deleted row back with its children; 409 while its parent is deleted',
        input: requestBody({ entry: { ...namedId('RevisionID'), names: ['RevisionID', 'RevisionId'] } }),
        output: z.int().describe("The row's id"),
        async handle({ caller, deps }, { entry }) {
          const found = await findEntry(deps.db, entry);
          if (!found || !recordAt(found.record)) throw notFound('This version');
          await caller.history.restore({ entry });
          return { message: messages.saved, data: found.rowId };
        },
      }),
    ],
  };
}
