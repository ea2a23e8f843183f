import type { z } from 'zod';
import { castTo } from '../../../contract/cast.ts';
import { type FieldInfo, infoOf } from '../../../contract/fields.ts';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import type { PreviewContent } from '../../../server/landing/page.ts';
import type { Widget } from '../fields/widget.ts';
import { notifyDeleted, notifySaved, type Undo } from '../shell/notify.ts';
import type { Column } from './columns.tsx';

/** Columns that every stored row has. */
export interface StoredRow {
  id: number;
  /** Counts saves; a save names the version it started from. */
  version: number;
}

/** Selects the release that is read or edited; without one, the live page. */
interface InRelease {
  release?: number | undefined;
}

/** The procedures of one record as plain functions (server/content/record-router.ts). */
export interface RecordApi<Row, Values> {
  list: { query: (input: { parentId?: number | undefined } & InRelease) => Promise<Row[]> };
  save: { mutate: (input: SaveInput<Values>) => Promise<StoredRow & Partial<Undoable>> };
  delete: { mutate: (input: { id: number } & InRelease) => Promise<Undoable> };
  /** `from` is the order on screen before the move. */
  reorder: { mutate: (input: { ids: number[]; from: number[] } & InRelease) => Promise<Undoable> };
  /** The public page with the edited row; left out for records that the page does not show. */
  onPage?: { query: (input: OnPageInput) => Promise<PreviewContent> };
}

/** A change that its revision can undo; null for records without a history. */
interface Undoable {
  revision: number | null;
}

interface OnPageInput extends InRelease {
  /** Null for a new row. */
  id: number | null;
  parentId?: number | undefined;
  pictures: ImageHash[];
}

export interface SaveInput<Values> extends InRelease {
  /** Idempotency key: repeated saves with one key create one row. */
  key: string;
  /** Creates without an id, updates with one. */
  id?: number | null;
  version?: number | undefined;
  parentId?: number | undefined;
  values: Values;
}

/** Declaration of a record: how the back office lists and edits it. */
export interface RecordDeclaration<Row extends StoredRow, Values extends object> {
  /** Noun for a row in sentences: 'feature'. */
  noun: string;
  /** Name of a list of rows: 'Price plans'; by default the panel's title. */
  rows?: string;
  /** Sentence of an empty list: where the rows appear. */
  purpose: string;
  /** Title of the panel (specification, section 2). */
  panel: string;
  /** Names the record in procedures; left out for records outside the page's content. */
  path?: RecordPath;
  api: RecordApi<Row, Values>;
  /** Validation of the form; the server uses the same schema. */
  schema: z.ZodObject<z.core.$ZodShape> & z.ZodType<unknown, NoInfer<Values>>;
  /** Columns of the table, in order. */
  columns: { [Name in keyof NoInfer<Row>]?: Column<NoInfer<Row>[Name]> };
  /** A widget for every field, in the form's order; labels, lengths and picture slots come from the schema. */
  fields: { [Name in keyof NoInfer<Values>]-?: Widget<Exclude<NoInfer<Values>[Name], undefined>> };
  /** Fields in a part of the form that is closed at first. */
  folded?: Folded<keyof NoInfer<Values>>;
  /** Values of a new row. */
  initial: Partial<NoInfer<Values>>;
  /** Name of a row in labels and questions; by default the first text column. */
  title?: (row: Row) => string;
  /** Notifies about a save, with an Undo after a switch; by default with the specification's toast. */
  onSaved?: (undo?: Undo) => void;
  /** Notifies about a deletion, with an Undo if the record has a history; by default with the specification's toast. */
  onDeleted?: (undo?: Undo) => void;
}

/** A part of a form that is closed at first. */
export interface Folded<Name> {
  title: string;
  /** Says what the part contains. */
  hint: string;
  fields: readonly Name[];
}

/** A stored row whose fields are looked up by name. */
export type Row = StoredRow & Readonly<Record<string, unknown>>;

/** True for a stored row in an answer of the server. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value;
}

/** Values of a form, possibly incomplete. */
export type Draft = Record<string, unknown>;

/** A record after the type check of its declaration: tables and forms use it without type parameters. */
export interface RecordView {
  /** Unique in the browser page; prefix of element ids and query keys. */
  key: string;
  noun: string;
  rows: string;
  purpose: string;
  panel: string;
  /** Null for records outside the page's content. */
  path: RecordPath | null;
  api: RecordApi<Row, Draft>;
  columns: readonly (Column<unknown> & { name: string })[];
  fields: readonly RecordField[];
  folded: Folded<string> | undefined;
  initial: Draft;
  onSaved(undo?: Undo): void;
  onDeleted(undo?: Undo): void;
  /** The first message of each invalid field, or null for a valid draft. */
  check(draft: Draft): Record<string, string> | null;
  /** Name of a row in labels and questions. */
  title(row: Row): string;
}

export interface RecordField {
  name: string;
  info: FieldInfo;
  widget: Widget<unknown>;
}

let viewCount = 0;
const viewsByPath = new Map<string, RecordView>();

/** The view of a record of the page's content; undefined if the product has no such record. */
export function viewAt(path: string): RecordView | undefined {
  return viewsByPath.get(path);
}

/**
 * Declares a record. Row and field types meet here only: a misspelt column, a forgotten field or a wrong widget fails
 * the type check in the declaring file.
 */
export function recordView<Row extends StoredRow, Values extends object>(
  declaration: RecordDeclaration<Row, Values>,
): RecordView {
  const {
    noun,
    panel,
    rows = panel,
    purpose,
    path = null,
    schema,
    onSaved = notifySaved,
    onDeleted = notifyDeleted,
  } = declaration;
  // The parameter's type has checked the declaration; from here on, fields are looked up by name.
  const { api, initial, title, ...erased } = castTo<
    Pick<RecordView, 'api' | 'initial'> & {
      title?: RecordView['title'];
      folded?: Folded<string>;
      columns: Record<string, Column<unknown>>;
      fields: Record<string, Widget<unknown>>;
    }
  >(declaration);
  const columns = Object.entries(erased.columns).map(([name, column]) => ({ ...column, name }));
  const titles = columns.filter(({ isTitle }) => isTitle !== false);
  const fields = Object.entries(erased.fields).map(([name, widget]) => ({
    name,
    widget,
    info: requireInfo(schema, name),
  }));
  viewCount += 1;
  const view: RecordView = {
    key: `${noun.replaceAll(' ', '-')}-${viewCount}`,
    noun,
    rows,
    purpose,
    panel,
    path,
    api,
    columns,
    fields,
    folded: erased.folded,
    initial,
    onSaved,
    onDeleted,
    check: (draft) => firstMessages(schema.safeParse(draft)),
    title: (row) =>
      title?.(row) ??
      titles.map(({ name }) => row[name]).find((value) => typeof value === 'string') ??
      `${noun} ${row.id}`,
  };
  if (path !== null) viewsByPath.set(path, view);
  return view;
}

/** A row's values of the form's fields. */
export function valuesOf(view: RecordView, row: Row): Draft {
  return Object.fromEntries(view.fields.map(({ name }) => [name, row[name]]));
}

function requireInfo(schema: z.ZodObject, name: string): FieldInfo {
  const info = infoOf(schema.shape[name]);
  if (!info) throw new TypeError(`The field ${name} has no label`);
  return info;
}

function firstMessages(result: z.ZodSafeParseResult<unknown>): Record<string, string> | null {
  if (result.success) return null;
  const found: Record<string, string> = {};
  for (const { path, message } of result.error.issues) found[String(path[0])] ??= message;
  return found;
}
