import { requirePublishing } from '../../core/accounts/publishing.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import type { RecordChange } from '../../core/audit/entries.ts';
import { liveContent } from '../../core/content/content-source.ts';
import { hidingRows } from '../../core/content/hiding-rows.ts';
import { loadContent } from '../../core/content/page-content.ts';
import type { EditedRow } from '../../core/content/page-rows.ts';
import { allRows, type Row, rowsOf } from '../../core/content/read.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { type NewOrder, type Ordering, reorderRows } from '../../core/content/reorder.ts';
import { deleteRow, type Saved, type SaveTarget, saveRow, type Written } from '../../core/content/write.ts';
import { releaseContent, releaseRows } from '../../core/releases/content.ts';
import { reorderInRelease } from '../../core/releases/edit-order.ts';
import { deleteInRelease, saveInRelease } from '../../core/releases/edit-row.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PreviewContent } from '../landing/page.ts';
import { editOf } from './edit-of.ts';

interface EditingContext {
  session: Session;
  deps: Dependencies;
  recordChange: RecordChange;
}

/** Where a user's edits of a record go, and where the rows come from: the live content, or a release. */
export interface Destination<Table extends RecordTable> {
  /** All rows in the order of their list; only one parent's if `parentId` is given. */
  rows(parentId: number | undefined): Promise<Row<Table>[]>;
  save(target: SaveTarget, values: Record<string, unknown>): Promise<Saved>;
  remove(id: number): Promise<Written>;
  reorder(order: NewOrder): Promise<Written>;
  /** The page around an edited row, and the rows that hide the row. */
  page(edited: EditedRow): Promise<PreviewContent>;
}

/** The destination that a request names: without a release the live content. */
export function destination<Table extends RecordTable>(
  context: EditingContext,
  definition: RecordDefinition<Table>,
  release: number | undefined,
  ordering?: Ordering,
): Destination<Table> {
  return release === undefined ? live(context, definition, ordering) : inRelease(context, definition, release);
}

function live<Table extends RecordTable>(
  context: EditingContext,
  definition: RecordDefinition<Table>,
  ordering: Ordering | undefined,
): Destination<Table> {
  const { db } = context.deps;
  const edit = editOf(context);
  return {
    rows: (parentId) => allRows(db, definition, parentId),
    async save(target, values) {
      requirePublishing(context.session);
      return saveRow(db, definition, target, values, edit);
    },
    async remove(id) {
      requirePublishing(context.session);
      return deleteRow(db, definition, id, edit);
    },
    async reorder(order) {
      requirePublishing(context.session);
      return reorderRows(db, definition, order, edit, ordering);
    },
    page: (edited) => pageAround(context.deps, edited, liveContent(db)),
  };
}

/** An edit of a release changes nothing that visitors see, so there is no revision to undo. */
function inRelease<Table extends RecordTable>(
  context: EditingContext,
  definition: RecordDefinition<Table>,
  releaseId: number,
): Destination<Table> {
  const { db } = context.deps;
  const edit = editOf(context);
  const target = { db, releaseId, definition, author: edit };
  const nothingLive = { revision: null };
  return {
    rows: async (parentId) => rowsOf(definition, await releaseRows(db, releaseId, definition, parentId)),
    async save(where, values) {
      const saved = await saveInRelease(target, where, values);
      edit.recordChange({ record: `${definition.name} in a release`, id: saved.id, after: values });
      return { ...saved, ...nothingLive };
    },
    async remove(id) {
      await deleteInRelease(target, id);
      edit.recordChange({ record: `${definition.name} in a release`, id, before: { id } });
      return nothingLive;
    },
    async reorder(order) {
      await reorderInRelease(target, order);
      edit.recordChange({
        record: `${definition.name} in a release`,
        before: { order: order.from },
        after: { order: order.ids },
      });
      return nothingLive;
    },
    page: async (edited) => pageAround(context.deps, edited, await releaseContent(db, releaseId)),
  };
}

async function pageAround(
  { db }: Dependencies,
  edited: EditedRow,
  source: ReturnType<typeof liveContent>,
): Promise<PreviewContent> {
  return { ...(await loadContent(db, edited, source)), hiddenBy: await hidingRows(source, edited) };
}
