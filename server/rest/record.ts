import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import type { Row } from '../../core/content/read.ts';
import type { ChildTable, RecordDefinition, RecordTable } from '../../core/content/record.ts';
import type { Field, Viewer } from './fields.ts';
import type { Caller, RestCall } from './route.ts';

/** The columns a record's documented names must cover: every one a person fills in. */
type Columns<Table extends RecordTable> = Exclude<keyof Row<Table>, 'id' | 'version' | 'position' | 'parentId'>;

/** A record's procedures (server/content/record-router.ts); `save` is checked by the procedure's own schema. */
export interface Procedures<Table extends RecordTable> {
  list(input: { parentId?: number }): Promise<Row<Table>[]>;
  published(): Promise<Row<Table>[]>;
  save(input: never): Promise<{ id: number }>;
  delete(input: { id: number }): Promise<unknown>;
}

/** A documented value that is made of others and ignored in a save. */
interface Derived<Table extends RecordTable> {
  schema: z.ZodType;
  value: (row: Row<Table>) => unknown;
}

/** A record's documented names. */
export interface Names<Table extends RecordTable> {
  /** The id's name. */
  id: string;
  /** A further name of the id, where the specification gives two. */
  publicId?: string;
  /** The name of the parent's id. */
  parent: Table extends ChildTable ? string : null;
  fields: { [Column in Columns<Table>]: Field<Row<Table>[Column]> };
  derived?: Record<string, Derived<Table>>;
  /** Lists of child records inside a read, by their documented name. */
  nested?: Record<string, RestRecord>;
}

type Shape = z.ZodObject<Record<string, z.ZodType>>;

/** A record as the documented paths know it; its methods are free functions in record-routes.ts. */
export interface RestRecord<Table extends RecordTable = RecordTable> {
  definition: RecordDefinition;
  procedures(caller: Caller): Procedures<Table>;
  /** Names of the id, the first one first. */
  ids: readonly string[];
  parent: string | null;
  /** Column and how it travels. */
  fields: ReadonlyMap<string, Field<never>>;
  nested: ReadonlyMap<string, RestRecord>;
  /** What a save takes. */
  body: Shape;
  /** What a read gives. */
  output: Shape;
  /** The rows a read shows: active ones, or all of them when an Admin asks. */
  rows(call: RestCall): Promise<Row<Table>[]>;
  /** One row under its documented names. */
  describe(row: Row<Table>, viewer: Viewer): Record<string, unknown>;
}

/** Declares a record's documented names; a misspelt, forgotten or ill-typed column fails the type check. */
export function restRecord<Table extends RecordTable>(
  definition: RecordDefinition<Table>,
  procedures: (caller: Caller) => Procedures<Table>,
  names: Names<Table>,
): RestRecord<Table> {
  // The mapped type lists exactly the record's columns; as entries their types are no longer told apart.
  const fields = new Map(castTo<[string, Field<never>][]>(Object.entries(names.fields)));
  const ids = names.publicId === undefined ? [names.id] : [names.id, names.publicId];
  const derived = Object.entries(names.derived ?? {});
  const nested = new Map(Object.entries(names.nested ?? {}));
  const parent: string | null = names.parent;
  const rules = rulesOf(definition);

  return {
    definition,
    procedures,
    ids,
    parent,
    fields,
    nested,
    body: bodySchema(ids, parent, fields, rules),
    output: z.object({
      ...Object.fromEntries(ids.map((name) => [name, z.int()])),
      ...(parent === null ? {} : { [parent]: z.int() }),
      ...Object.assign({}, ...[...fields.values()].map((field) => field.output)),
      ...Object.fromEntries(derived.map(([name, { schema }]) => [name, schema])),
      ...Object.fromEntries([...nested].map(([name, child]) => [name, z.array(child.output)])),
    }),
    rows: (call) => (call.all ? procedures(call.caller).list({}) : procedures(call.caller).published()),
    describe(row, viewer) {
      const values = castTo<Record<string, never>>(row);
      const described: Record<string, unknown> = {};
      for (const name of ids) described[name] = values.id;
      if (parent !== null) described[parent] = values.parentId;
      for (const [column, field] of fields) {
        Object.assign(described, field.read(castTo<never>(values[column]), viewer, rules(column)));
      }
      for (const [name, { value }] of derived) described[name] = value(row);
      return described;
    },
  };
}

/** The contract's rules for each column. */
export function rulesOf(definition: RecordDefinition): (column: string) => z.ZodType {
  return (column) => {
    const rules = definition.schema.shape[column];
    if (!rules) throw new TypeError(`${definition.name} has no rules for ${column}`);
    return castTo<z.ZodType>(rules);
  };
}

const anyId = z.int().nullish().describe('Left out, null, 0 or empty: a new record is made');

function bodySchema(
  ids: readonly string[],
  parent: string | null,
  fields: ReadonlyMap<string, Field<never>>,
  rules: (column: string) => z.ZodType,
): Shape {
  return z.object({
    ...Object.fromEntries(ids.map((name) => [name, anyId])),
    ...(parent === null ? {} : { [parent]: z.int().optional().describe('Required for a new record') }),
    ...Object.fromEntries([...fields].map(([column, field]) => [field.name, field.input(rules(column))])),
  });
}
