import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { maxImageBytes } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { describeError } from '../http/errors.ts';
import { type RestRecord, rulesOf } from './record.ts';
import { own, renaming, sentId } from './request-body.ts';
import type { Answer, RestCall, RestRoute } from './route.ts';

/** Which documented paths a record has; a record without `read` is read inside its parent or by its parent's id. */
export interface RecordPaths {
  record: RestRecord;
  read?: string;
  save: string;
  /** Path of the delete and the id's name in its body. */
  remove?: readonly [path: string, key: string];
  /** Path that lists one parent's records for the back office, and that parent. */
  listOf?: readonly [path: string, parent: RestRecord];
}

/** A section's documented paths: its records', and those written by hand. */
export interface RestSection {
  title: string;
  records: readonly RecordPaths[];
  routes?: readonly RestRoute[];
}

/** Every path of a section, the generic ones built from its records. */
export function routesOf(section: RestSection): RestRoute[] {
  const generic = section.records.flatMap((paths) => {
    const { record, read, save, remove, listOf } = paths;
    return [
      ...(read === undefined ? [] : [readRoute(read, record)]),
      ...(listOf === undefined ? [] : [listOfRoute(...listOf, record)]),
      saveRoute(save, record),
      ...(remove === undefined ? [] : [deleteRoute(...remove, record)]),
    ];
  });
  return [...generic, ...(section.routes ?? [])];
}

function readRoute(path: string, record: RestRecord): RestRoute {
  return {
    method: 'GET',
    path: `/api/${path}`,
    access: 'public',
    summary: `${record.definition.name}: active records; with ?all=true and an Admin token all of them`,
    data: z.array(record.output),
    fromContent: true,
    answer: async (call) => ({ data: await readRecords(record, call) }),
  };
}

/** Rows under their documented names, with the lists they carry inside. */
export async function readRecords(record: RestRecord, call: RestCall): Promise<Record<string, unknown>[]> {
  const rows = await record.rows(call);
  const described = rows.map((row) => ({ row, values: record.describe(row, call.viewer) }));
  for (const [name, child] of record.nested) {
    // Only records of child tables are nested, and those have a parent.
    const children = castTo<{ id: number; parentId: number }[]>(await child.rows(call));
    const byParent = Map.groupBy(children, (row) => row.parentId);
    for (const { row, values } of described) {
      const own = byParent.get(castTo<number>(row.id)) ?? [];
      values[name] = own.map((childRow) => child.describe(castTo<never>(childRow), call.viewer));
    }
  }
  return described.map(({ values }) => values);
}

function listOfRoute(path: string, parent: RestRecord, record: RestRecord): RestRoute {
  const key = parentName(record);
  return {
    method: 'POST',
    path: `/api/${path}`,
    access: 'admin',
    summary: `${record.definition.name}: all records of one ${parent.definition.name.toLowerCase()}`,
    body: z.object({ [key]: z.int() }),
    data: z.array(record.output),
    async answer({ body, caller, viewer }) {
      const parentId = sentId(body, [key]);
      if (parentId === undefined) throw invalid({ [key]: `${key} is required` });
      const rows = await renaming({ parentId: key }, () =>
        record.procedures(caller).list({ parentId: castTo<number>(parentId) }),
      );
      if (rows.length === 0) {
        const parents = await parent.procedures(caller).list({});
        if (!parents.some((row) => row.id === parentId)) throw notFound(parent.definition.name);
      }
      return { data: rows.map((row) => record.describe(row, viewer)) };
    },
  };
}

function saveRoute(path: string, record: RestRecord): RestRoute {
  const hasPicture = [...record.fields.values()].some((field) => field.upload);
  return {
    method: 'POST',
    path: `/api/${path}`,
    access: 'admin',
    summary: `${record.definition.name}: creates without an id, updates with one`,
    body: record.body,
    data: z.int().describe("The record's id"),
    // Room for a picture well over the limit, so that it is refused with the documented words and not as a large request.
    ...(hasPicture && { bodyLimit: maxImageBytes * 8 }),
    answer: (call) => saveRecord(record, call),
  };
}

async function saveRecord(record: RestRecord, call: RestCall): Promise<Answer> {
  const [idName = ''] = record.ids;
  const target = {
    id: sentId(call.body, record.ids) ?? null,
    ...(record.parent === null ? {} : { parentId: sentId(call.body, [record.parent]) }),
  };
  const documented = { id: idName, parentId: record.parent ?? 'parentId', ...columnNames(record) };
  for (let tries = 1; ; tries += 1) {
    let version: number | undefined;
    try {
      const { id } = await renaming(documented, async () => {
        const sent = await sentValues(record, call, target.id);
        version = sent.version;
        // What was sent is unknown here; the procedure's schema judges it.
        return record.procedures(call.caller).save(castTo<never>({ ...target, ...sent }));
      });
      return { message: messages.saved, data: id };
    } catch (error) {
      // Somebody has saved the record since the columns were read that this save keeps.
      const isLate = version !== undefined && describeError(error).httpStatus === 409;
      if (!isLate || tries === mostTries) throw error;
    }
  }
}

/** How often a save is tried that keeps columns while others are saving the record too. */
const mostTries = 5;

interface SentValues {
  values: Record<string, unknown>;
  /** Version of the row that columns were taken from; undefined when none was. */
  version?: number | undefined;
}

/** What was sent, by column. Optional columns that an update leaves out keep what is stored. */
async function sentValues(record: RestRecord, call: RestCall, id: unknown): Promise<SentValues> {
  const rules = rulesOf(record.definition);
  const values: Record<string, unknown> = {};
  const files = new Map<string, unknown>();
  const leftOut: string[] = [];
  for (const [column, field] of record.fields) {
    const value = field.write(own(call.body, field.name));
    if (field.upload) files.set(column, value);
    else if (value !== undefined) values[column] = value;
    else if (rules(column).safeParse(undefined).success) leftOut.push(column);
  }
  let version: number | undefined;
  if (id !== null && leftOut.length > 0) {
    const rows = await record.procedures(call.caller).list({});
    const stored = castTo<(Record<string, unknown> & { version: number }) | undefined>(
      rows.find((row) => row.id === id),
    );
    for (const column of leftOut) values[column] = stored?.[column];
    version = stored?.version;
  }
  // A save that is refused anyway stores no picture.
  if (!record.definition.schema.safeParse(values).success) return { values, version };
  for (const [column, file] of files) {
    if (file !== undefined)
      values[column] = await record.fields.get(column)?.upload?.(call.deps, rules(column), column, file);
  }
  return { values, version };
}

function deleteRoute(path: string, key: string, record: RestRecord): RestRoute {
  return {
    method: 'POST',
    path: `/api/${path}`,
    access: 'admin',
    summary: `${record.definition.name}: deletes it with everything that belongs to it`,
    body: z.object({ [key]: z.int() }),
    data: z.int().describe('The id that was deleted'),
    async answer({ body, caller }) {
      const id = sentId(body, [key]);
      if (id === undefined) throw invalid({ [key]: `${key} is required` });
      await renaming({ id: key }, () => record.procedures(caller).delete({ id: castTo<number>(id) }));
      return { message: messages.deleted, data: id };
    },
  };
}

function columnNames(record: RestRecord): Record<string, string> {
  return Object.fromEntries([...record.fields].map(([column, field]) => [column, field.name]));
}

function parentName(record: RestRecord): string {
  if (record.parent === null) throw new TypeError(`${record.definition.name} has no parent`);
  return record.parent;
}
