import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { id, saveKey, version } from '../../contract/fields.ts';
import { hash } from '../../contract/image-hash.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { publishedRows } from '../../core/content/read.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { newOrder } from '../../core/content/reorder.ts';
import type { SaveTarget } from '../../core/content/write.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, publicProcedure, router } from '../trpc/procedures.ts';
import { destination } from './destination.ts';

/** The release that an edit goes to; left out: the live content. */
export const release = id.optional();

/** Input that selects the row to save, with an idempotency key for a new row. */
export const saveTarget = {
  id: id.nullish(),
  version: version.optional(),
  parentId: id.optional(),
  key: saveKey.optional(),
};

interface TargetInput extends Omit<SaveTarget, 'saveKey'> {
  key?: string | undefined;
}

interface SavingContext {
  session: Session;
  deps: Dependencies;
  saveKey?: string | undefined;
}

/** The target of a user's save, with the idempotency key of the input or of the request. */
export function targetOf(
  { session, deps, saveKey }: SavingContext,
  { key = saveKey, ...target }: TargetInput,
): SaveTarget {
  return { ...target, saveKey: key === undefined ? undefined : { userId: session.userId, key, at: deps.now() } };
}

/** The generic procedures of a record. */
function recordProcedures<Table extends RecordTable, Schema extends z.ZodObject>(
  definition: RecordDefinition<Table, Schema>,
) {
  return {
    /** All rows for the back office; only one parent's if `parentId` is given. */
    list: permitted('content:read')
      .input(z.object({ parentId: id.optional(), release }))
      .query(({ ctx, input }) => destination(ctx, definition, input.release).rows(input.parentId)),
    /** The rows that visitors see. */
    published: publicProcedure.query(({ ctx }) => publishedRows(ctx.deps.db, definition)),
    /** The page's content with the edited row, marked with `isEdited`, and the rows that hide the edited row. */
    onPage: permitted('content:read')
      .input(z.object({ id: id.nullable(), parentId: id.optional(), pictures: z.array(hash).max(20), release }))
      .query(({ ctx, input: { release: releaseId, ...edited } }) =>
        destination(ctx, definition, releaseId).page({ definition, ...edited }),
      ),
    /** Creates without an id, updates with one. */
    save: permitted('content:write')
      .input(z.object({ ...saveTarget, values: definition.schema, release }))
      .mutation(({ ctx, input }) => {
        // The input's type depends on a type parameter here; callers see the record's own fields.
        const typed = castTo<TargetInput & { values: Record<string, unknown>; release?: number }>(input);
        const { values, release: releaseId, ...where } = typed;
        return destination(ctx, definition, releaseId).save(targetOf(ctx, where), values);
      }),
    delete: permitted('content:write')
      .input(z.object({ id, release }))
      .mutation(({ ctx, input }) => destination(ctx, definition, input.release).remove(input.id)),
    reorder: permitted('content:write')
      .input(newOrder.safeExtend({ release }))
      .mutation(({ ctx, input: { release: releaseId, ...order } }) =>
        destination(ctx, definition, releaseId).reorder(order),
      ),
  };
}

type Procedures<Table extends RecordTable, Schema extends z.ZodObject> = ReturnType<
  typeof recordProcedures<Table, Schema>
>;

/** A record's procedures; `overrides` replace generic procedures of the same name and type. */
export function recordRouter<Table extends RecordTable, Schema extends z.ZodObject>(
  definition: RecordDefinition<Table, Schema>,
  overrides: Partial<Procedures<Table, Schema>> = {},
) {
  return router({ ...recordProcedures(definition), ...overrides });
}
