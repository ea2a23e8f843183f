import { z } from 'zod';
import { maxImageBytes } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { notFound } from '../../core/errors.ts';
import { namedId } from './ids.ts';
import type { RestRecord } from './record.ts';
import { requestBody } from './request-body.ts';
import { type ParsedRoute, type RestCall, type RestRoute, route } from './route.ts';
import { saveRecord } from './save-record.ts';

/** The documented paths of a record; a record without `read` is read inside its parent or by its parent's id. */
export interface RecordPaths {
  record: RestRecord;
  read?: string;
  save: string;
  /** Path of the delete and the id's name in its body. */
  remove?: readonly [path: string, key: string];
  /** Path that lists one parent's records for the back office, and that parent. */
  listOf?: readonly [path: string, parent: RestRecord];
}

/** The documented paths of a section: those of its records, and others. */
export interface RestSection {
  title: string;
  records: readonly RecordPaths[];
  routes?: readonly RestRoute[];
}

/** Declares the paths of a section. */
export function restSection(
  title: string,
  records: readonly RecordPaths[],
  routes: readonly RestRoute[] = [],
): RestSection {
  return { title, records, routes };
}

/** Every path of a section. */
export function routesOf(section: RestSection): RestRoute[] {
  const ofRecords = section.records.flatMap((paths) => {
    const { record, read, save, remove, listOf } = paths;
    return [
      ...(read === undefined ? [] : [readRoute(read, record)]),
      ...(listOf === undefined ? [] : [listOfRoute(...listOf, record)]),
      saveRoute(save, record),
      ...(remove === undefined ? [] : [deleteRoute(...remove, record)]),
    ];
  });
  return [...ofRecords, ...(section.routes ?? [])];
}

function readRoute(path: string, record: RestRecord): ParsedRoute {
  return route({
    method: 'GET',
    path: `/api/${path}`,
    access: 'public',
    summary: `${record.definition.name}: active records; with ?all=true and an Admin token all of them`,
    output: z.array(record.output),
    fromContent: true,
    handle: async (call) => ({ data: await readRecords(record, call) }),
  });
}

/** Rows under their documented names, with the lists of child records inside. */
export async function readRecords(record: RestRecord, call: RestCall): Promise<Record<string, unknown>[]> {
  const rows = (await record.rows(call)).map((row) => record.documented(row, call.viewer));
  for (const [name, child] of record.nested) {
    const parent = parentName(child);
    const children = (await child.rows(call)).map((row) => child.documented(row, call.viewer));
    const byParent = Map.groupBy(children, (row) => row[parent]);
    for (const row of rows) row[name] = byParent.get(row[record.ids[0]]) ?? [];
  }
  return rows;
}

function listOfRoute(path: string, parent: RestRecord, record: RestRecord): ParsedRoute {
  return route({
    method: 'POST',
    path: `/api/${path}`,
    access: ['content:read'],
    summary: `${record.definition.name}: all records of one ${parent.definition.name.toLowerCase()}`,
    input: requestBody({ parentId: namedId(parentName(record)) }),
    output: z.array(record.output),
    async handle({ caller, viewer }, { parentId }) {
      const rows = await record.procedures(caller).list({ parentId });
      if (rows.length === 0) {
        const parents = await parent.procedures(caller).list({});
        if (!parents.some((row) => row.id === parentId)) throw notFound(parent.definition.name);
      }
      return { data: rows.map((row) => record.documented(row, viewer)) };
    },
  });
}

function saveRoute(path: string, record: RestRecord): ParsedRoute {
  const hasPicture = [...record.fields.values()].some((field) => field.isPicture);
  return route({
    method: 'POST',
    path: `/api/${path}`,
    access: ['content:publish'],
    summary: `${record.definition.name}: creates without an id, updates with one`,
    input: record.body,
    output: z.int().describe("The record's id"),
    // A picture somewhat over the limit must still arrive, to be refused with the documented message.
    bodyLimit: hasPicture ? maxImageBytes * 8 : undefined,
    handle: async (call, input) => ({ message: messages.saved, data: await saveRecord(record, call, input) }),
  });
}

function deleteRoute(path: string, key: string, record: RestRecord): ParsedRoute {
  return route({
    method: 'POST',
    path: `/api/${path}`,
    access: ['content:publish'],
    summary: `${record.definition.name}: deletes it with everything that belongs to it`,
    input: requestBody({ id: namedId(key) }),
    output: z.int().describe('The id that was deleted'),
    async handle({ caller }, { id }) {
      await record.procedures(caller).delete({ id });
      return { message: messages.deleted, data: id };
    },
  });
}

function parentName(record: RestRecord): string {
  if (record.parent === null) throw new TypeError(`${record.definition.name} has no parent`);
  return record.parent;
}
