import { type EditorChanges, editorField } from '../../../../contract/editor.ts';
import type { PageSectionKey } from '../../../../contract/sections.ts';
import type { RecordPath } from '../../../../server/content/router.ts';
import type { PageContent } from '../../../../server/landing/page.ts';
import { describeFailure } from '../../api/failure.ts';
import type { Row } from '../../records/record-view.ts';
import * as command from './commands.ts';
import { type Compose, createComposer } from './compose.ts';
import { countOf, differenceOf, orderedByField } from './difference.ts';
import type { DraftStore, EditorDraft } from './drafts.ts';
import { type FinalIds, selectionWithFinalId, withFinalIds } from './ids.ts';
import { rebase } from './rebase.ts';
import { mapSteps, noSteps, redone, type Step, type Steps, undone, withStep } from './steps.ts';
import {
  type EditorSession,
  type EditorState,
  type ItemKey,
  keyOf,
  type RowConflict,
  type Selection,
  type WorkingRows,
} from './types.ts';
import {
  differingFields,
  listOf,
  type RecordShape,
  reuseEqual,
  rowAt,
  rowsAt,
  type Structure,
  subtreeOf,
  withNewRow,
  withoutRows,
  withRow,
} from './working-rows.ts';

/** The stored rows, as the server answers them. */
interface LoadedRows {
  /** Changes whenever the rows change. */
  tag: string;
  /** Null: nothing has changed since the answer with the tag of the request. */
  rows: { records: readonly (RecordShape & { rows: readonly Row[] })[]; images: PageContent['images'] } | null;
  /** Ids of the rows that the save of the request has created, in its order; null if the save was not written. */
  saved: { created: readonly number[] } | null;
}

/** What the editor knows of the stored rows. */
interface KnownRows {
  tag?: string;
  /** A save whose answer has not arrived: its key, and the number of its new rows. */
  sent?: { key: string; created: number };
  /** Clients that the home page does not show any more. */
  clients: number[];
}

/** What a save has written. */
interface SavedChanges {
  /** The content revision of the change; null in a release. */
  revision: number | null;
  /** Ids that rows were sent with, their final ids and versions. */
  rows: readonly { path: string; from: number; id: number; version: number }[];
}

export interface SessionDependencies {
  server: {
    load(known: KnownRows, inBackground: boolean): Promise<LoadedRows>;
    save(changes: EditorChanges & { key: string }): Promise<SavedChanges>;
  };
  draft: DraftStore;
  viewOf: command.ViewOf;
  /** Time in ms since 1970. */
  now(): number;
  newKey(): string;
  /** Runs a function later; returns a function that cancels it. */
  later(run: () => void, delayMs: number): () => void;
  onSaved(saved: SavedChanges): void;
  /** A save was refused or failed, for another reason than the input of fields. */
  onFailure(error: unknown): void;
}

/** An editing session with its connection to the server. */
export interface ConnectedSession extends EditorSession {
  /**
   * Loads the stored rows, and merges what others have changed since the last load. In the background the user does not notice a
   * failure.
   */
  refresh(options?: { inBackground: boolean }): Promise<void>;
  /** Stores the draft now. */
  keepDraft(): void;
  /** Ends the session; `keeps` the draft in the browser or drops it. */
  end(options: { keeps: boolean }): void;
}

const draftDelayMs = 300;
/** Saves that meet only mergeable changes of others are repeated with the merged rows. */
const maxAttempts = 3;

/** A save on its way, or one whose answer has not arrived. */
interface Sent {
  changes: EditorChanges & { key: string };
  rows: WorkingRows;
}

/** Creates the working copy of one destination. Nothing is loaded before the first `refresh`. */
export function createEditorSession(dependencies: SessionDependencies): ConnectedSession {
  const { server, draft, viewOf, now } = dependencies;
  const listeners = new Set<() => void>();
  let structure: Structure = [];
  let stored: WorkingRows = new Map();
  let rows: WorkingRows | null = null;
  let images: PageContent['images'] = {};
  let ownImages: PageContent['images'] = {};
  let tag: string | undefined;
  let compose: Compose = createComposer([]);
  let steps: Steps = noSteps;
  let selection: Selection | null = null;
  let problems: EditorState['problems'] = new Map();
  let conflicts: readonly RowConflict[] = [];
  let sent: Sent | null = null;
  let isSaving = false;
  let restoredAt: number | null = null;
  let lastTemporaryId = 0;
  let cancelDraft = () => {};
  /** Counts saves, so that rows that were asked for before a save are not taken for the rows after it. */
  let epoch = 0;
  let isEnded = false;
  let state = stateNow();

  const editing: command.Editing = {
    get structure() {
      return structure;
    },
    viewOf,
    newId() {
      lastTemporaryId -= 1;
      return lastTemporaryId;
    },
  };

  function stateNow(): EditorState {
    const item = selection && 'id' in selection ? selection : null;
    return {
      rows,
      content: rows && compose(rows, item, images),
      selection,
      unsavedCount: rows ? countOf(differenceOf(structure, stored, rows)) : 0,
      undoLabel: steps.undo.at(-1)?.label ?? null,
      redoLabel: steps.redo.at(-1)?.label ?? null,
      isSaving,
      problems,
      conflicts,
      restoredAt,
    };
  }

  function publish(): void {
    if (isEnded) return;
    state = stateNow();
    for (const listener of listeners) listener();
  }

  function keepDraft(): void {
    cancelDraft();
    if (isEnded || !rows) return;
    if (state.unsavedCount === 0 && !sent) draft.drop();
    else draft.write(draftOf(rows), now());
  }

  function draftSoon(): void {
    cancelDraft();
    cancelDraft = dependencies.later(keepDraft, draftDelayMs);
  }

  function draftOf(working: WorkingRows): EditorDraft {
    const changed = structure.filter(({ path }) => rowsAt(stored, path) !== rowsAt(working, path));
    const lists = changed.map(({ path }) => {
      const secrets = (viewOf(path)?.fields ?? []).filter(({ widget }) => widget.isSecret).map(({ name }) => name);
      const open = (list: readonly Row[]) => list.map((row) => withoutFields(row, secrets));
      return [path, { base: open(rowsAt(stored, path)), mine: open(rowsAt(working, path)) }];
    });
    return { lists: Object.fromEntries(lists), sent: sent && sentSave(sent.changes) };
  }

  /** Takes the result of a command as one step of undo. */
  function apply(result: command.Command | null, field: string | null = null): void {
    if (!result || !rows) return;
    steps = withStep(steps, { rows, selection, label: result.label }, field, now());
    rows = result.rows;
    if (result.selection !== undefined) selection = result.selection;
    if (restoredAt !== null && rows === stored) restoredAt = null;
    draftSoon();
    publish();
  }

  function show(step: { steps: Steps; step: Step } | null): void {
    if (!step) return;
    steps = step.steps;
    rows = step.step.rows;
    selection = existing(step.step.selection);
    problems = new Map();
    draftSoon();
    publish();
  }

  function existing(wanted: Selection | null): Selection | null {
    return wanted && 'id' in wanted && !(rows && rowAt(rows, wanted)) ? null : wanted;
  }

  /** Takes what the server has stored now; changes of this session stay. */
  function adopt({ records, images: newImages }: NonNullable<LoadedRows['rows']>, ids: FinalIds): void {
    const loaded = new Map<RecordPath, readonly Row[]>(records.map(({ path, rows: list }) => [path, list]));
    images = { ...newImages, ...ownImages };
    if (rows === null) {
      structure = records.map(({ path, parentPath, blank }) => ({ path, parentPath, blank }));
      compose = createComposer(structure);
      stored = loaded;
      rows = loaded;
      restore(loaded, ids);
      return;
    }
    const theirs = reuseEqual(stored, loaded);
    const before = stored;
    const result = rebase(structure, before, rows, theirs);
    rows = result.rows;
    steps = mapSteps(steps, (step) => ({ ...step, rows: rebase(structure, before, step.rows, theirs).rows }));
    stored = theirs;
    selection = existing(selection);
    setConflicts(result.conflicts);
  }

  /** Continues the draft of an earlier visit; `ids` are those of the draft's rows that were saved then. */
  function restore(loaded: WorkingRows, ids: FinalIds): void {
    const found = draft.read();
    if (!found) return;
    const lists = (side: 'base' | 'mine') =>
      new Map(
        [...loaded].map(([path, list]) => {
          const kept = found.lists[path]?.[side];
          return [path, kept ? kept.map((row) => complete(path, row, list)) : list];
        }),
      );
    const base = reuseEqual(loaded, lists('base'));
    const mine = reuseEqual(base, withFinalIds(structure, lists('mine'), ids));
    lastTemporaryId = Math.min(0, ...[...mine.values()].flat().map(({ id }) => id));
    const result = rebase(structure, base, mine, loaded);
    rows = result.rows;
    setConflicts(result.conflicts);
    if (countOf(differenceOf(structure, stored, rows)) > 0) restoredAt = found.at;
  }

  /** A row of a draft with the fields that a draft leaves out. */
  function complete(path: RecordPath, row: Row, list: readonly Row[]): Row {
    const blank = structure.find((shape) => shape.path === path)?.blank;
    return { ...blank, ...list.find(({ id }) => id === row.id), ...row };
  }

  function setConflicts(found: readonly RowConflict[]): void {
    const all = new Map([...conflicts, ...found].map((conflict) => [keyOf(conflict.item), conflict]));
    conflicts = [...all.values()].flatMap((conflict) => {
      const [own, theirs] = [rows && rowAt(rows, conflict.item), rowAt(stored, conflict.item) ?? null];
      // Both sides have come to the same in the meantime.
      if (own ? theirs && differingFields(own, theirs).length === 0 : !theirs) return [];
      return [{ ...conflict, theirs }];
    });
  }

  async function refresh({ inBackground } = { inBackground: false }): Promise<void> {
    if (isSaving || isEnded) return;
    await load(tag, inBackground);
    keepDraft();
  }

  async function load(knownTag: string | undefined, inBackground = false): Promise<void> {
    const begun = epoch;
    const open = sent ? sentSave(sent.changes) : rows ? null : (draft.read()?.sent ?? null);
    const known: KnownRows = {
      ...(knownTag !== undefined && { tag: knownTag }),
      ...(open && { sent: { key: open.key, created: open.created.length } }),
      clients: unlistedClients(),
    };
    const answer = await server.load(known, inBackground);
    if (begun !== epoch || isEnded) return;
    const ids = new Map(open?.created.map((key, place) => [key, answer.saved?.created[place] ?? 0]));
    if (answer.saved && sent) accept(ids, sent);
    if (answer.rows) adopt(answer.rows, answer.saved ? ids : new Map());
    tag = answer.tag;
    publish();
  }

  /** Clients that the server lists only on request: those that the home page does not show any more. */
  function unlistedClients(): number[] {
    const known = [...rowsAt(stored, orderedByField), ...(rows ? rowsAt(rows, orderedByField) : [])];
    const unlisted = known.filter(({ id, showOnHomePage }) => id > 0 && showOnHomePage !== true);
    return [...new Set(unlisted.map(({ id }) => id))].slice(0, 100);
  }

  /** Makes the sent rows the stored ones, with the final ids of new rows, and versions by item. */
  function accept(ids: FinalIds, { rows: written }: Sent, versions: ReadonlyMap<string, number> = new Map()): void {
    const final = (list: WorkingRows) => withFinalIds(structure, list, ids);
    stored = withVersions(final(written), versions);
    rows = rows && reuseEqual(stored, final(rows));
    selection = selectionWithFinalId(selection, ids);
    steps = mapSteps(steps, (step) => ({
      ...step,
      rows: final(step.rows),
      selection: selectionWithFinalId(step.selection, ids),
    }));
    sent = null;
    restoredAt = null;
    problems = new Map();
  }

  async function save(): Promise<boolean> {
    if (isSaving || !rows) return false;
    isSaving = true;
    steps = { ...steps, typing: null };
    publish();
    try {
      return await saveAll();
    } catch (error) {
      dependencies.onFailure(error);
      return false;
    } finally {
      isSaving = false;
      keepDraft();
      publish();
    }
  }

  async function saveAll(): Promise<boolean> {
    if (sent && !(await sendAgain(sent))) return false;
    for (let attempt = 1; rows; attempt += 1) {
      const changes = differenceOf(structure, stored, rows);
      if (countOf(changes) === 0) return true;
      problems = problemsOf(changes);
      if (problems.size > 0 || conflicts.length > 0) return false;
      sent = { changes: { ...changes, key: dependencies.newKey() }, rows };
      keepDraft();
      if (await send(sent)) return true;
      if (problems.size > 0 || conflicts.length > 0) return false;
      if (attempt === maxAttempts) throw new Error('the rows change faster than they can be saved');
    }
    return false;
  }

  /** Sends a save; false: the server has refused it, and the reasons are in the state. */
  async function send(request: Sent): Promise<boolean> {
    try {
      const saved = await server.save(request.changes);
      epoch += 1;
      accept(
        new Map(saved.rows.map(({ path, from, id }) => [`${path} ${from}`, id])),
        request,
        new Map(saved.rows.map(({ path, id, version }) => [`${path} ${id}`, version])),
      );
      dependencies.onSaved(saved);
    } catch (error) {
      const { httpStatus, fields } = describeFailure(error);
      // Without an answer the save may have been written: the next save asks first.
      if (httpStatus <= 0 || httpStatus >= 500) throw error;
      sent = null;
      problems = problemsIn(request.changes, fields);
      if (httpStatus !== 409 && problems.size === 0) throw error;
      epoch += 1;
      if (httpStatus === 409) await load(undefined);
      return false;
    }
    // The server has the values without surrounding spaces, and the places. Without them the next save is merged instead.
    await load(undefined).catch(() => {});
    return true;
  }

  /** Sends a save again whose answer has not arrived: the key makes it one save. False: it was refused with reasons for the user. */
  async function sendAgain(request: Sent): Promise<boolean> {
    return (await send(request)) || (problems.size === 0 && conflicts.length === 0);
  }

  /** Messages of the forms' own checks. */
  function problemsOf({ saves }: EditorChanges): EditorState['problems'] {
    const found = new Map<string, Readonly<Record<string, string>>>();
    for (const { path, id, values } of saves) {
      const known = structure.find((shape) => shape.path === path);
      const messages = known && viewOf(known.path)?.check(values);
      if (known && messages) found.set(keyOf({ path: known.path, id }), messages);
    }
    return found;
  }

  function discard(): void {
    if (!rows || (rows === stored && !sent)) return;
    sent = null;
    conflicts = [];
    problems = new Map();
    restoredAt = null;
    const kept = existingIn(stored, selection);
    apply({ rows: stored, label: 'Discard all changes', selection: kept });
    keepDraft();
  }

  function resolve(item: ItemKey, keep: 'mine' | 'theirs'): void {
    const conflict = conflicts.find((one) => keyOf(one.item) === keyOf(item));
    if (!conflict || !rows) return;
    conflicts = conflicts.filter((one) => one !== conflict);
    if (keep === 'theirs')
      apply({
        rows: withStoredRow(rows, item),
        label: 'Take the other version',
        selection: existingIn(stored, selection),
      });
    else publish();
  }

  /** The working copy with one row, and the rows below a row that comes back, as they are stored. */
  function withStoredRow(working: WorkingRows, item: ItemKey): WorkingRows {
    const theirs = rowAt(stored, item);
    if (!theirs) return withoutRows(working, subtreeOf(structure, working, item));
    if (rowAt(working, item)) return withRow(working, item.path, theirs);
    let next = working;
    for (const { path, id } of subtreeOf(structure, stored, item)) {
      const row = rowAt(stored, { path, id });
      const siblings = row ? listOf(stored, path, row.parentId) : [];
      const before = siblings
        .slice(0, row && siblings.indexOf(row))
        .findLast((one) => rowAt(next, { path, id: one.id }));
      if (row) next = withNewRow(next, path, row, before?.id ?? null);
    }
    return next;
  }

  function change(item: ItemKey, field: string, value: unknown): void {
    if (!rows) return;
    const messages = problems.get(keyOf(item));
    if (messages?.[field] !== undefined) {
      const { [field]: _corrected, ...rest } = messages;
      problems = new Map([...problems, [keyOf(item), rest]]);
    }
    apply(command.changed(editing, rows, item, field, value), `${keyOf(item)} ${field}`);
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    row: (item) => (rows ? rowAt(rows, item) : undefined),
    list: (path, parentId) =>
      rows ? (parentId === undefined ? rowsAt(rows, path) : listOf(rows, path, parentId)) : [],
    childPaths: (path) => structure.filter(({ parentPath }) => parentPath === path).map((shape) => shape.path),
    select(next) {
      selection = next;
      publish();
    },
    change,
    add(path, place) {
      const result = command.added(editing, rows ?? new Map(), path, place);
      apply(result);
      return result.item;
    },
    duplicate(item) {
      const result = command.duplicated(editing, rows ?? new Map(), item);
      apply(result);
      return result.item;
    },
    move: (item, place) => apply(rows && command.moved(editing, rows, item, place)),
    remove: (item) => apply(rows && command.removed(editing, rows, item)),
    moveSection: (key: PageSectionKey, place) => apply(rows && command.sectionMoved(editing, rows, key, place)),
    showSection: (key: PageSectionKey, isShown) => apply(rows && command.sectionShown(editing, rows, key, isShown)),
    undo: () => show(rows && undone(steps, { rows, selection })),
    redo: () => show(rows && redone(steps, { rows, selection })),
    save,
    discard,
    resolve,
    rememberPicture(hash, { width, height }) {
      ownImages = { ...ownImages, [hash]: { width, height, placeholder: null } };
      images = { ...images, ...ownImages };
      publish();
    },
    refresh,
    keepDraft,
    end({ keeps }) {
      if (keeps) keepDraft();
      else draft.drop();
      cancelDraft();
      isEnded = true;
      listeners.clear();
    },
  };
}

/** What must be known of a save to ask for its outcome. */
function sentSave({ key, saves }: Sent['changes']): NonNullable<EditorDraft['sent']> {
  return {
    key,
    created: saves.filter(({ version }) => version === undefined).map(({ path, id }) => `${path} ${id}`),
  };
}

function withVersions(rows: WorkingRows, versions: ReadonlyMap<string, number>): WorkingRows {
  const versionOf = (path: RecordPath, row: Row) => versions.get(keyOf({ path, id: row.id })) ?? row.version;
  return new Map(
    [...rows].map(([path, list]) => {
      const isChanged = list.some((row) => versionOf(path, row) !== row.version);
      return [path, isChanged ? list.map((row) => ({ ...row, version: versionOf(path, row) })) : list];
    }),
  );
}

function existingIn(rows: WorkingRows, selection: Selection | null): Selection | null {
  return selection && 'id' in selection && !rowAt(rows, selection) ? null : selection;
}

function withoutFields(row: Row, names: readonly string[]): Row {
  if (names.length === 0) return row;
  const gone = new Set(names);
  const { id, version } = row;
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !gone.has(name))), id, version };
}

/** The server's messages by item and field (contract/editor.ts). */
function problemsIn({ saves }: EditorChanges, fields: Readonly<Record<string, string>>): EditorState['problems'] {
  const found = new Map<string, Record<string, string>>();
  for (const { path, id } of saves) {
    const prefix = editorField(path, id, '');
    const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
    if (own.length > 0)
      found.set(prefix.trim(), Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text])));
  }
  return found;
}
