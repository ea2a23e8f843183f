import { z } from 'zod';
import { castTo } from '../../../contract/cast.ts';
import { type FieldInfo, fieldInfo } from '../../../contract/fields.ts';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import type { Widget } from '../fields/widget.ts';
import { notifyDeleted, notifySaved } from '../shell/notify.tsx';
import type { Column } from './columns.tsx';

/** What every stored row has beside its own fields. */
export interface StoredRow {
  id: number;
  /** Counts saves; a save names the version it started from. */
  version: number;
}

/** The procedures of one record as plain functions (server/content/record-router.ts). */
export interface RecordApi<Row, Values> {
  list: { query: (input: { parentId?: number | undefined }) => Promise<Row[]> };
  save: { mutate: (input: SaveInput<Values>) => Promise<StoredRow> };
  delete: { mutate: (input: { id: number }) => Promise<void> };
  /** `from`: the order the person saw. */
  reorder: { mutate: (input: { ids: number[]; from: number[] }) => Promise<void> };
  /** The public page with the row that is being edited; records without it are not on the page. */
  onPage?: { query: (input: OnPageInput) => Promise<PageContent> };
}

interface OnPageInput {
  /** Null for a new row. */
  id: number | null;
  parentId?: number | undefined;
  pictures: ImageHash[];
}

export interface SaveInput<Values> {
  /** Creates without an id, updates with one. */
  id?: number | null;
  version?: number | undefined;
  parentId?: number | undefined;
  values: Values;
}

/** One record of the back office, as its section's file declares it. */
export interface LevelDeclaration<Row extends StoredRow, Values extends object> {
  /** What a sentence calls one record: 'feature'. */
  noun: string;
  /** Title of the panel the record is edited in (specification, section 2). */
  panel: string;
  api: RecordApi<Row, Values>;
  /** Rules of the form; the server checks with the same schema. */
  schema: z.ZodObject<z.core.$ZodShape> & z.ZodType<unknown, NoInfer<Values>>;
  /** Columns of the table, in their order. */
  columns: { [Name in keyof NoInfer<Row>]?: Column<NoInfer<Row>[Name]> };
  /** A widget for every field, in the form's order; labels, lengths and picture slots come from the schema. */
  fields: { [Name in keyof NoInfer<Values>]-?: Widget<Exclude<NoInfer<Values>[Name], undefined>> };
  /** What a new record starts with. */
  initial: Partial<NoInfer<Values>>;
  /** What a person calls a row; by default its first text column. */
  title?: (row: Row) => string;
  /** Says that a row was saved; by default the specification's toast. */
  onSaved?: () => void;
  /** Says that a row was deleted; by default the specification's toast. */
  onDeleted?: () => void;
}

/** A row whose fields are looked up by name. */
export type Row = StoredRow & Readonly<Record<string, unknown>>;
/** Values of a form that may not be complete yet. */
export type Draft = Record<string, unknown>;

/** A record whose types have been checked: tables and forms work on this and need no type parameters. */
export interface Level {
  /** Unique in this page; starts element ids and query keys. */
  key: string;
  noun: string;
  panel: string;
  api: RecordApi<Row, Draft>;
  columns: readonly (Column<unknown> & { name: string })[];
  fields: readonly LevelField[];
  initial: Draft;
  onSaved(): void;
  onDeleted(): void;
  /** First message of each failing field, or null when the draft may be saved. */
  check(draft: Draft): Record<string, string> | null;
  /** What a person calls a row. */
  title(row: Row): string;
}

export interface LevelField {
  name: string;
  info: FieldInfo;
  widget: Widget<unknown>;
}

let levels = 0;

/**
 * Declares a record. Here, and only here, row and field types meet: a misspelt column, a forgotten field or a wrong
 * widget fails in the file that has it.
 */
export function level<Row extends StoredRow, Values extends object>(declaration: LevelDeclaration<Row, Values>): Level {
  const { noun, panel, schema, title, onSaved = notifySaved, onDeleted = notifyDeleted } = declaration;
  // Checked above against the record's own types; from here on fields are looked up by name.
  const { api, initial, ...erased } = castTo<
    Pick<Level, 'api' | 'initial'> & {
      columns: Record<string, Column<unknown>>;
      fields: Record<string, Widget<unknown>>;
    }
  >(declaration);
  const columns = Object.entries(erased.columns).map(([name, column]) => ({ ...column, name }));
  const fields = Object.entries(erased.fields).map(([name, widget]) => ({ name, widget, info: infoOf(schema, name) }));
  levels += 1;
  return {
    key: `${noun.replaceAll(' ', '-')}-${levels}`,
    noun,
    panel,
    api,
    columns,
    fields,
    initial,
    onSaved,
    onDeleted,
    check: (draft) => firstMessages(schema.safeParse(draft)),
    title: (row) =>
      // A row of this level is one of the declaration's own rows.
      title?.(castTo<never>(row)) ??
      columns.map(({ name }) => row[name]).find((value) => typeof value === 'string') ??
      `${noun} ${row.id}`,
  };
}

function infoOf(schema: z.ZodObject, name: string): FieldInfo {
  const field = schema.shape[name];
  // A field with a default may have its label inside.
  const info = field && (fieldInfo.get(field) ?? (field instanceof z.ZodDefault ? innerInfo(field) : undefined));
  if (!info) throw new TypeError(`the field ${name} has no label`);
  return info;
}

function innerInfo(field: z.ZodDefault): FieldInfo | undefined {
  const inner = field.unwrap();
  return inner instanceof z.ZodType ? fieldInfo.get(inner) : undefined;
}

function firstMessages(result: z.ZodSafeParseResult<unknown>): Record<string, string> | null {
  if (result.success) return null;
  const found: Record<string, string> = {};
  for (const { path, message } of result.error.issues) found[String(path[0])] ??= message;
  return found;
}
