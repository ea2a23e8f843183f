import { z } from 'zod';
import { editorChanges, maxEditorChanges } from '../../contract/editor.ts';
import { id, saveKey } from '../../contract/fields.ts';
import { requirePublishing } from '../../core/accounts/publishing.ts';
import { pathOf } from '../../core/content/history-entries.ts';
import type { RecordDefinition } from '../../core/content/record.ts';
import { records } from '../../core/content/records.ts';
import { allEditorRows, editorRows } from '../../core/editor/rows.ts';
import { destinationName, findByKey, liveDestination, type SavedChanges, saveChanges } from '../../core/editor/save.ts';
import { releaseDestination } from '../../core/editor/save-in-release.ts';
import { reconcileMonitors } from '../../core/health/reconcile.ts';
import { plannedRows } from '../../core/releases/content.ts';
import { planRelease } from '../../core/releases/plan.ts';
import { findRelease } from '../../core/releases/release.ts';
import type { Database } from '../../db/database.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { editOf } from '../content/edit-of.ts';
import { release } from '../content/record-router.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, router } from '../trpc/procedures.ts';

const wanted = z.object({
  release,
  /** The tag of the rows that the editor has. */
  tag: z.string().max(80).optional(),
  /** A save whose answer has not arrived: its key, and the number of its new rows. */
  sent: z.object({ key: saveKey, created: z.int().min(0).max(maxEditorChanges) }).optional(),
  /** Clients to answer although the home page does not show them. */
  clients: z.array(id).max(100).default([]),
});

/** Changes with every write of the live page, and of the release. */
async function tagOf(db: Database, releaseId: number | undefined): Promise<string> {
  const revision = await readRevision(db);
  return releaseId === undefined ? String(revision) : `${revision} ${(await findRelease(db, releaseId)).edits}`;
}

async function readRows(db: Database, { release: releaseId, clients }: z.output<typeof wanted>) {
  const live = (record: RecordDefinition) => editorRows(db, record, clients);
  if (releaseId === undefined) return allEditorRows(db, live);
  const plan = await planRelease(db, releaseId);
  return allEditorRows(db, (record) => plannedRows(db, plan, record, live));
}

/** The page editor: its rows, and a save of all changes at once. */
export const editorRouter = router({
  /**
   * All rows of the page's records, inactive ones too, and the sizes and placeholders of their pictures; null if nothing has changed since
   * the answer with the same tag. `saved` has the ids of the new rows of the save that `sent` names; null if it was not written.
   */
  rows: permitted('content:read')
    .input(wanted)
    .query(async ({ ctx: { deps, session }, input }) => {
      const { db } = deps;
      const { sent } = input;
      const key = sent && { userId: session.userId, key: sent.key, at: deps.now() };
      for (;;) {
        // Comes first: the rows below are those after the save.
        const known = key && (await findByKey(db, key, destinationName(input.release), sent.created));
        const saved = known ? { created: known.created } : null;
        const tag = await tagOf(db, input.release);
        if (input.tag === tag && !saved) return { tag, saved, rows: null };
        const rows = await readRows(db, input);
        // A save that is written while the rows are read may be the one in question.
        if (!key || saved || (await tagOf(db, input.release)) === tag) return { tag, saved, rows };
      }
    }),

  /** Writes all changes, or none: on the live page as one change of the history, in a release as changes of the release. */
  save: permitted('content:write')
    .input(editorChanges.safeExtend({ key: saveKey, release }))
    .mutation(async ({ ctx, input: { key, release: releaseId, ...changes } }) => {
      const { deps, session } = ctx;
      if (releaseId === undefined) requirePublishing(session);
      const edit = editOf(ctx);
      const destination =
        releaseId === undefined ? liveDestination(deps.db, edit) : releaseDestination(deps.db, releaseId, edit);
      const saved = await saveChanges(
        deps.db,
        changes,
        { userId: session.userId, key, at: deps.now() },
        destination,
        edit,
      );
      if (releaseId === undefined) await followClients(deps, saved);
      return saved;
    }),
});

/** Clients up to which each one's monitor is compared by itself. */
const maxSingleClients = 20;

/** Makes the monitors follow the saved clients. The deletion of a client deletes its monitor. */
async function followClients({ db, now }: Dependencies, { rows }: SavedChanges): Promise<void> {
  const path = pathOf(records.clients.items);
  const ids = rows.filter((row) => row.path === path).map((row) => row.id);
  if (ids.length > maxSingleClients) await reconcileMonitors(db, now());
  else for (const clientId of ids) await reconcileMonitors(db, now(), clientId);
}
