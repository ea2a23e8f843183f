import type { EditorChanges } from '../../../../contract/editor.ts';
import type { PageContent } from '../../../../server/landing/page.ts';
import { describeFailure } from '../../api/failure.ts';
import * as command from './commands.ts';
import { type Compose, createComposer } from './compose.ts';
import { asStored } from './conflicts.ts';
import type { LoadedRows, SessionDependencies } from './connection.ts';
import { accepted, type Copy, commanded, copyOf, merged, restored, rowsIn, stepped, withSelection } from './copy.ts';
import { countOf, differenceOf, orderedByField } from './difference.ts';
import { draftOf, type EditorDraft } from './drafts.ts';
import type { FinalIds } from './ids.ts';
import { ownProblems, problemsIn, withoutProblem } from './problems.ts';
import { type EditorSession, type EditorState, keyOf, type WorkingRows } from './types.ts';
import { listOf, rowAt, rowsAt } from './working-rows.ts';

/** An editing session with its connection to the server. */
export interface ConnectedSession extends EditorSession {
  /**
   * Loads the stored rows, and merges what others have changed since the last load. In the background the user does not notice a
   * failure.
   */
  refresh(options?: { inBackground: boolean }): Promise<void>;
  /** Stores the draft now. */
  keepDraft(): void;
  /** Ends the session; its unsaved changes stay as a draft. */
  end(): void;
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
  let copy: Copy | null = null;
  let storedImages: PageContent['images'] = {};
  /** Pictures that no stored row names yet. */
  let ownImages: EditorDraft['images'] = {};
  /** What was kept with pictures in this tab since the stored ones were read. */
  let described: PageContent['images'] = {};
  let images: PageContent['images'] = {};
  let tag: string | undefined;
  let compose: Compose = createComposer([]);
  let problems: EditorState['problems'] = new Map();
  let sent: Sent | null = null;
  let isSaving = false;
  let restoredAt: number | null = null;
  let lastTemporaryId = 0;
  let cancelDraft = () => {};
  /** Counts the beginnings and ends of saves: an answer with rows from before counts no more. */
  let epoch = 0;
  let isEnded = false;
  let state = stateNow();

  function stateNow(): EditorState {
    const selection = copy?.selection ?? null;
    const item = selection && 'id' in selection ? selection : null;
    return {
      rows: copy?.rows ?? null,
      content: copy && compose(copy.rows, item, images),
      selection,
      unsavedCount: copy ? countOf(differenceOf(copy.structure, copy.stored, copy.rows)) : 0,
      undoLabel: copy?.steps.undo.at(-1)?.label ?? null,
      redoLabel: copy?.steps.redo.at(-1)?.label ?? null,
      isSaving,
      problems,
      conflicts: copy?.conflicts ?? [],
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
    if (isEnded || !copy) return;
    const { structure, stored, rows } = copy;
    if (countOf(differenceOf(structure, stored, rows)) === 0 && !sent) draft.drop();
    else
      draft.write(
        { ...draftOf(structure, stored, rows, viewOf), images: ownImages, sent: sent && sentSave(sent.changes) },
        now(),
      );
  }

  function take(next: Copy): void {
    copy = next;
    cancelDraft();
    cancelDraft = dependencies.later(keepDraft, draftDelayMs);
    publish();
  }

  /** Runs a command on the working copy; a command without a result changes nothing. */
  function run<Result extends command.Command | null>(
    make: (editing: command.Editing, rows: WorkingRows) => Result,
    field: string | null = null,
  ): Result {
    if (!copy) throw new TypeError('the rows are not loaded');
    const result = make({ structure: copy.structure, viewOf, newId: () => (lastTemporaryId -= 1) }, copy.rows);
    if (result) take(commanded(copy, result, field, now()));
    return result;
  }

  function step(direction: 'undo' | 'redo'): void {
    const next = copy && stepped(copy, direction);
    if (!next || next === copy) return;
    problems = new Map();
    take(next);
  }

  function takeImages(): void {
    images = { ...ownImages, ...storedImages, ...described };
  }

  function adopt({ records, images: stored }: NonNullable<LoadedRows['rows']>, ids: FinalIds): void {
    storedImages = stored;
    described = Object.fromEntries(Object.entries(described).filter(([hash]) => !(hash in stored)));
    takeImages();
    if (copy) {
      copy = merged(copy, rowsIn(records));
      return;
    }
    copy = copyOf(records);
    compose = createComposer(copy.structure);
    const found = draft.read();
    if (!found) return;
    copy = restored(copy, found, ids);
    ownImages = found.images;
    takeImages();
    lastTemporaryId = Math.min(0, ...[...copy.rows.values()].flat().map(({ id }) => id));
    if (countOf(differenceOf(copy.structure, copy.stored, copy.rows)) > 0) restoredAt = found.at;
  }

  async function load(knownTag: string | undefined, inBackground = false): Promise<void> {
    const begun = epoch;
    const open = sent ? sentSave(sent.changes) : copy ? null : (draft.read()?.sent ?? null);
    const answer = await server.load(
      {
        ...(knownTag !== undefined && { tag: knownTag }),
        ...(open && { sent: { key: open.key, created: open.created.length } }),
        clients: copy ? unlistedClients(copy) : [],
      },
      inBackground,
    );
    if (begun !== epoch || isEnded) return;
    const { saved } = answer;
    const ids = new Map(saved ? open?.created.map((key, place) => [key, saved.created[place] ?? 0]) : []);
    if (saved && sent) accept(sent, ids, new Map());
    if (answer.rows) adopt(answer.rows, ids);
    tag = answer.tag;
    publish();
  }

  function accept(request: Sent, ids: FinalIds, versions: ReadonlyMap<string, number>): void {
    copy = copy && accepted(copy, request.rows, ids, versions);
    sent = null;
    restoredAt = null;
    problems = new Map();
  }

  async function save(): Promise<boolean> {
    if (isSaving || !copy) return false;
    isSaving = true;
    epoch += 1;
    copy = { ...copy, steps: { ...copy.steps, typing: null } };
    publish();
    try {
      return await saveAll();
    } catch (error) {
      dependencies.onFailure(error);
      return false;
    } finally {
      isSaving = false;
      epoch += 1;
      keepDraft();
      publish();
    }
  }

  async function saveAll(): Promise<boolean> {
    // The key makes a save whose answer has not arrived and its repetition one save.
    if (sent) await send(sent);
    for (let attempt = 1; copy; attempt += 1) {
      if (attempt > maxAttempts) throw new Error('the rows change faster than they are saved');
      if (problems.size > 0 || copy.conflicts.length > 0) return false;
      const changes = differenceOf(copy.structure, copy.stored, copy.rows);
      if (countOf(changes) === 0) return true;
      problems = ownProblems(changes, viewOf);
      if (problems.size > 0) return false;
      sent = { changes: { ...changes, key: dependencies.newKey() }, rows: copy.rows };
      keepDraft();
      if (await send(sent)) return true;
    }
    return false;
  }

  /** Sends a save. False: the server has refused the save; the reasons are in the state, or the stored rows were merged. */
  async function send(request: Sent): Promise<boolean> {
    try {
      const saved = await server.save(request.changes);
      const ids = new Map(saved.rows.map(({ path, from, id }) => [`${path} ${from}`, id]));
      accept(request, ids, new Map(saved.rows.map(({ path, id, version }) => [`${path} ${id}`, version])));
      dependencies.onSaved(saved);
    } catch (error) {
      const { httpStatus, fields, current } = describeFailure(error);
      // Without an answer the save may have been written: the next save finds out.
      if (httpStatus <= 0 || httpStatus >= 500) throw error;
      sent = null;
      problems = problemsIn(request.changes, fields);
      // A conflict without rows is one of the release as a whole.
      const isMergeable = httpStatus === 409 && current !== undefined;
      if (isMergeable) await load(undefined);
      else if (problems.size === 0) throw error;
      return false;
    }
    // The server keeps values without the spaces around them. If this fails, the next refresh brings the rows.
    await load(undefined).catch(() => {});
    return true;
  }

  function change(...[item, field, value]: Parameters<EditorSession['change']>): void {
    problems = withoutProblem(problems, item, field);
    run((editing, rows) => command.changed(editing, rows, item, field, value), `${keyOf(item)} ${field}`);
  }

  function discard(): void {
    if (!copy) return;
    sent = null;
    problems = new Map();
    restoredAt = null;
    const { stored } = copy;
    copy = { ...copy, conflicts: [] };
    if (copy.rows !== stored) run(() => ({ rows: stored, label: 'Discard all changes' }));
    keepDraft();
  }

  function resolve(...[item, keep]: Parameters<EditorSession['resolve']>): void {
    if (!copy) return;
    const { stored, conflicts } = copy;
    const open = conflicts.filter((conflict) => keyOf(conflict.item) !== keyOf(item));
    if (open.length === conflicts.length) return;
    copy = { ...copy, conflicts: open };
    if (keep === 'theirs') run(({ structure }, rows) => asStored(structure, rows, stored, item));
    else publish();
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    row: (item) => copy?.rows && rowAt(copy.rows, item),
    list(path, parentId) {
      if (!copy) return [];
      return parentId === undefined ? rowsAt(copy.rows, path) : listOf(copy.rows, path, parentId);
    },
    childPaths: (path) =>
      copy?.structure.filter(({ parentPath }) => parentPath === path).map((shape) => shape.path) ?? [],
    select(selection) {
      if (!copy) return;
      copy = withSelection(copy, selection);
      publish();
    },
    change,
    add: (path, place) => run((editing, rows) => command.added(editing, rows, path, place)).item,
    duplicate: (item) => run((editing, rows) => command.duplicated(editing, rows, item)).item,
    move: (item, place) => void run((editing, rows) => command.moved(editing, rows, item, place)),
    remove: (item) => void run((editing, rows) => command.removed(editing, rows, item)),
    moveSection: (key, place) => void run((editing, rows) => command.sectionMoved(editing, rows, key, place)),
    showSection: (key, isShown) => void run((editing, rows) => command.sectionShown(editing, rows, key, isShown)),
    undo: () => step('undo'),
    redo: () => step('redo'),
    save,
    discard,
    resolve,
    rememberPicture(hash, { width, height, focus, altText }) {
      const { placeholder = null } = images[hash] ?? {};
      ownImages = { ...ownImages, [hash]: { width, height, placeholder: null } };
      const kept = { ...(typeof altText === 'string' && { alt: altText }), ...(focus && { focus }) };
      if (altText !== undefined) described = { ...described, [hash]: { width, height, placeholder, ...kept } };
      takeImages();
      publish();
    },
    async refresh({ inBackground } = { inBackground: false }) {
      if (isSaving || isEnded) return;
      await load(tag, inBackground);
      keepDraft();
    },
    keepDraft,
    end() {
      keepDraft();
      isEnded = true;
      listeners.clear();
    },
  };
}

/** The key and the new rows of a save, to ask the server for the outcome. */
function sentSave({ key, saves }: Sent['changes']): NonNullable<EditorDraft['sent']> {
  const created = saves.filter(({ version }) => version === undefined);
  return { key, created: created.map(({ path, id }) => `${path} ${id}`) };
}

/** Clients that have left the home page: the server lists these clients only on request. */
function unlistedClients({ stored, rows }: Copy): number[] {
  const known = [...rowsAt(stored, orderedByField), ...rowsAt(rows, orderedByField)];
  const unlisted = known.filter(({ id, showOnHomePage }) => id > 0 && showOnHomePage !== true);
  return [...new Set(unlisted.map(({ id }) => id))].slice(0, 100);
}
