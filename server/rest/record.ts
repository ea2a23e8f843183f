import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Row } from '../../core/content/read.ts';
import type { ChildTable, RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { type Field, flag, text, type Viewer } from './fields.ts';
import { parentId, targetId } from './ids.ts';
import { picture } from './pictures.ts';
import { type Procedures, proceduresOf } from './record-procedures.ts';
import { type BodyField, type RequestBody, requestBody, shownAs } from './request-body.ts';
import type { Caller, RestCall } from './route.ts';

/** The columns that documented names must cover: every one a person fills in. */
type Columns<Table extends RecordTable> = Exclude<keyof Row<Table>, 'id' | 'version' | 'position' | 'parentId'>;

/** A documented value that a read computes and a save ignores. */
interface Derived<Table extends RecordTable> {
  schema: z.ZodType;
  value: (row: Row<Table>) => unknown;
}

/** A record's documented names. */
export interface Names<Table extends RecordTable> {
  /** Name of the id. */
  id: string;
  /** A further name of the id, where the specification gives two. */
  publicId?: string;
  /** Name of the parent's id. */
  parent: Table extends ChildTable ? string : null;
  fields: { [Column in Columns<Table>]: Field<Row<Table>[Column]> };
  derived?: Record<string, Derived<Table>>;
  /** Lists of child records inside a read, by their documented name. */
  nested?: Record<string, RestRecord>;
}

type Values = Record<string, unknown>;

/** A parsed save. */
export interface SaveInput {
  id: number | undefined;
  parentId: number | undefined;
  /** Values by column, undefined if left out. */
  values: Values;
}

/** A record under its documented names; record-routes.ts makes its paths. */
export interface RestRecord<Table extends RecordTable = RecordTable> {
  definition: RecordDefinition;
  procedures(caller: Caller): Procedures<Table>;
  /** Names of the id, the main one first. */
  ids: readonly [string, ...string[]];
  parent: string | null;
  /** Each column with its field. */
  fields: ReadonlyMap<string, Field<unknown>>;
  nested: ReadonlyMap<string, RestRecord>;
  /** The body of a save. */
  body: RequestBody<SaveInput>;
  /** Schema of a record in a read. */
  output: z.ZodObject<Record<string, z.ZodType>>;
  /** The rows of a read: active ones, or all of them if an Admin asks. */
  rows(call: RestCall): Promise<Row<Table>[]>;
  /** One row under its documented names. */
  documented(row: Row<Table>, viewer: Viewer): Values;
}

/** Declares a record's documented names; a misspelt, forgotten or ill-typed column fails the type check. */
export function restRecord<Table extends RecordTable>(
  definition: RecordDefinition<Table>,
  names: Names<Table>,
): RestRecord<Table> {
  // Each field reads its own column; Object.entries loses that relation between their types.
  const fields = new Map(castTo<[string, Field<unknown>][]>(Object.entries(names.fields)));
  const ids = names.publicId === undefined ? ([names.id] as const) : ([names.id, names.publicId] as const);
  const derived = Object.entries(names.derived ?? {});
  const nested = new Map(Object.entries(names.nested ?? {}));
  const parent: string | null = names.parent;
  const rules = rulesOf(definition);
  const procedures = (caller: Caller) => proceduresOf(caller, definition);

  return {
    definition,
    procedures,
    ids,
    parent,
    fields,
    nested,
    body: recordBody(ids, parent, fields, rules),
    output: z.object({
      ...Object.fromEntries(ids.map((name) => [name, z.int()])),
      ...(parent === null ? {} : { [parent]: z.int() }),
      ...Object.assign({}, ...[...fields.values()].map((field) => field.output)),
      ...Object.fromEntries(derived.map(([name, { schema }]) => [name, schema])),
      ...Object.fromEntries([...nested].map(([name, child]) => [name, z.array(child.output)])),
    }),
    rows: (call) => (call.all ? procedures(call.caller).list({}) : procedures(call.caller).published()),
    documented(row, viewer) {
      const values: Values = row;
      const documented: Values = {};
      for (const name of ids) documented[name] = values.id;
      if (parent !== null) documented[parent] = values.parentId;
      for (const [column, field] of fields) {
        Object.assign(documented, field.read(values[column], viewer, rules(column)));
      }
      for (const [name, { value }] of derived) documented[name] = value(row);
      return documented;
    },
  };
}

/** The table of a heading record: it has the columns of `headingColumns` (db/columns.ts) and no others. */
type HeadingTable = RecordTable & {
  $inferSelect: { title: string; subTitle: string; backgroundImage: ImageHash | null; isActive: boolean };
};

interface HeadingNames {
  id: string;
  title: string;
  subTitle: string;
  /** The picture in a save. */
  file: string;
  /** The picture's address in a read; ApiImageURL unless the specification names it differently. */
  address?: string;
}

/** Declares the documented names of a heading record (contract/heading.ts). */
export function restHeading<Table extends HeadingTable>(
  definition: RecordDefinition<Table>,
  { id, title, subTitle, file, address = 'ApiImageURL' }: HeadingNames,
): RestRecord<Table> {
  const fields = {
    title: text(title),
    subTitle: text(subTitle),
    backgroundImage: picture(file, address),
    isActive: flag('IsActive'),
  };
  // HeadingTable has exactly these columns; TypeScript cannot list the columns of a type parameter.
  return restRecord(definition, castTo<Names<Table>>({ id, parent: null, fields }));
}

/** The contract's rules of each column. */
export function rulesOf(definition: RecordDefinition): (column: string) => z.ZodType {
  return (column) => {
    const rules = definition.schema.shape[column];
    if (!(rules instanceof z.ZodType)) throw new TypeError(`${definition.name} has no rules for ${column}`);
    return rules;
  };
}

function recordBody(
  ids: readonly [string, ...string[]],
  parent: string | null,
  fields: ReadonlyMap<string, Field<unknown>>,
  rules: (column: string) => z.ZodType,
): RequestBody<SaveInput> {
  const values = [...fields].map(([column, field]) => [column, field.input(withoutDefault(rules(column)))] as const);
  const body = requestBody<Record<string, BodyField<unknown>>>({
    id: targetId(...ids),
    ...(parent === null ? {} : { parentId: parentId(parent) }),
    ...Object.fromEntries(values),
  });
  const schema = body.schema.extend(Object.fromEntries(ids.map((name) => [name, targetId(name).schema])));
  return {
    ...body,
    schema,
    parse(raw) {
      const { id, parentId, ...values } = body.parse(raw);
      return { id: idOf(id), parentId: idOf(parentId), values };
    },
  };
}

function idOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Rules under which an optional column that is left out stays undefined, since an update keeps what is stored. */
function withoutDefault(rules: z.ZodType): z.ZodType {
  return rules instanceof z.ZodDefault ? shownAs(z.optional(rules.unwrap()), rules) : rules;
}
