import type { z } from 'zod';
import { type EditorChanges, editorField } from '../../contract/editor.ts';
import type { Database } from '../../db/database.ts';
import type { RecordDefinition } from '../content/record.ts';
import { formatsOf, hashesIn, pictureProblems } from '../content/write.ts';
import { type FieldMessages, invalid, Refusal } from '../errors.ts';
import { recordAt } from '../history/entries.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row to save, with values that its schema has checked. Without a version a new row, or a deleted one that comes back. */
export interface CheckedSave {
  definition: RecordDefinition;
  path: string;
  /** The id in the request; below 0 a temporary one. */
  id: number;
  version: number | undefined;
  parentId: number | undefined;
  values: Fields;
}

/** Changes of the page editor whose input is right. */
export interface CheckedChanges {
  saves: readonly CheckedSave[];
  deletes: readonly { definition: RecordDefinition; path: string; id: number; version: number }[];
  orders: readonly {
    definition: RecordDefinition;
    path: string;
    parentId: number | undefined;
    ids: readonly number[];
    from: readonly number[];
  }[];
}

/** An item of a request: `pricing.plans -3`. */
export function itemKey({ path, id }: { path: string; id: number }): string {
  return `${path} ${id}`;
}

/** Checks records, values and pictures of a save of the page editor. Throws all messages, by item and field. */
export async function checkChanges(db: Database, changes: EditorChanges): Promise<CheckedChanges> {
  const items = [...changes.saves, ...changes.deletes].map(itemKey);
  if (new Set(items).size !== items.length) throw invalid({ request: 'A row may be changed only once' });
  const messages: FieldMessages = {};
  const saves = changes.saves.map(({ path, id, version, parentId, values }): CheckedSave => {
    const definition = requireRecord(path);
    const add = (field: string, message: string) => {
      messages[editorField(path, id, field)] ??= message;
    };
    if (id === 0 || (id < 0 && version !== undefined)) throw invalid({ request: 'A new row has an id below 0' });
    if (definition.parent && parentId === undefined) add('parentId', `${definition.parent.name} is required`);
    const parsed = definition.schema.safeParse(values);
    for (const [field, message] of parsed.success ? [] : issuesOf(parsed.error)) add(field, message);
    return {
      definition,
      path,
      id,
      version,
      parentId: definition.parent ? parentId : undefined,
      values: defined(parsed.data ?? {}),
    };
  });
  const formats = await formatsOf(
    db,
    saves.flatMap(({ definition, values }) => hashesIn(definition.schema, values)),
  );
  for (const { definition, path, id, values } of saves)
    for (const [field, message] of Object.entries(pictureProblems(definition.schema, values, formats)))
      messages[editorField(path, id, field)] ??= message;
  refuse(messages);
  return {
    saves,
    deletes: changes.deletes.map((row) => ({ ...row, definition: requireRecord(row.path) })),
    orders: changes.orders.map((list) => ({ parentId: undefined, ...list, definition: requireRecord(list.path) })),
  };
}

function requireRecord(path: string): RecordDefinition {
  const definition = recordAt(path);
  if (!definition) throw invalid({ request: `There is no record ${path}` });
  return definition;
}

function issuesOf({ issues }: z.ZodError): [field: string, message: string][] {
  return issues.map(({ path, message }) => [String(path[0]), message]);
}

/** A save that leaves a field out keeps the field. */
function defined(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function refuse(messages: FieldMessages): void {
  const [first, ...more] = Object.values(messages);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  throw new Refusal('invalid', `${first}${others}`, { fields: messages });
}
