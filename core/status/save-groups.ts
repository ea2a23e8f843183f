import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { maxStatusGroups, type statusGroupFields } from '../../contract/status-groups.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { StatusGroup } from './groups.ts';

type Deps = Pick<CoreDependencies, 'db' | 'randomBytes'>;

/** Random bytes in a secret link. */
const secretBytes = 24;
/** The record's name in the audit log. */
const record = 'Status group';
/** Saves and deletions take turns. Otherwise a group could become secret while its deletion publishes its servers. */
const lockName = 'status groups';

async function find({ db }: Pick<Deps, 'db'>, id: number): Promise<StatusGroup> {
  const [group] = await db.select().from(statusGroups).where(eq(statusGroups.id, id));
  if (!group) throw notFound('This group');
  return group;
}

/** Creates or changes a group; returns its id. A group that becomes secret gets a link, one that stays secret keeps its own. */
export async function saveGroup(
  deps: Deps,
  { id, isSecret, ...fields }: z.output<typeof statusGroupFields>,
  recordChange: RecordChange,
): Promise<number> {
  const before = id === undefined ? null : await find(deps, id);
  if (before === null && (await deps.db.$count(statusGroups)) >= maxStatusGroups)
    throw conflict(`The status page has ${maxStatusGroups} groups, and takes no more.`);
  const fresh = freshSecret(deps);
  const kept = sql<string>`coalesce(${statusGroups.secret}, ${fresh})`;
  const [saved] = await refusingTakenSlug(() =>
    atomically(
      deps.db,
      (tx) => [
        before === null
          ? tx
              .insert(statusGroups)
              .values({ ...fields, secret: isSecret ? fresh : null })
              .returning({ id: statusGroups.id })
          : tx
              .update(statusGroups)
              .set({ ...fields, secret: isSecret ? kept : null })
              .where(eq(statusGroups.id, before.id))
              .returning({ id: statusGroups.id }),
      ],
      lockName,
    ),
  );
  const [row] = saved;
  if (!row) throw notFound('This group');
  recordChange({
    record,
    id: row.id,
    before: before && audited(before),
    after: { ...fields, access: access(isSecret) },
  });
  return row.id;
}

/** Gives a secret group another link; the old one no longer works. Throws 409 for an open group. */
export async function replaceGroupLink(deps: Deps, id: number, recordChange: RecordChange): Promise<void> {
  const { name } = await find(deps, id);
  const [changed] = await deps.db
    .update(statusGroups)
    .set({ secret: freshSecret(deps) })
    .where(and(eq(statusGroups.id, id), isNotNull(statusGroups.secret)))
    .returning({ id: statusGroups.id });
  if (!changed) throw conflict('This group has no secret link.');
  recordChange({ record, id, before: { name, secret: 'old' }, after: { name, secret: 'new' } });
}

/** Deletes a group. Its servers have no group then; those of a secret group are taken off the status page, not published. */
export async function deleteGroup(deps: Pick<Deps, 'db'>, id: number, recordChange: RecordChange): Promise<void> {
  const group = await find(deps, id);
  const { statusGroupId, isOnStatusPage, clientId } = healthMonitors;
  const secretGroup = deps.db
    .select({ id: statusGroups.id })
    .from(statusGroups)
    .where(and(eq(statusGroups.id, id), isNotNull(statusGroups.secret)));
  const [taken] = await atomically(
    deps.db,
    (tx) => [
      tx
        .update(healthMonitors)
        .set({ isOnStatusPage: false })
        .where(and(eq(isOnStatusPage, true), inArray(statusGroupId, secretGroup)))
        .returning({ clientId }),
      tx.update(healthMonitors).set({ statusGroupId: null }).where(eq(statusGroupId, id)),
      tx.delete(statusGroups).where(eq(statusGroups.id, id)),
    ],
    lockName,
  );
  const serversTakenOffThePage = taken.length === 0 ? undefined : taken.map((server) => server.clientId).join(', ');
  recordChange({ record, id, before: { ...audited(group), serversTakenOffThePage } });
}

function freshSecret({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** A group as the audit log shows it, without its link. */
function audited({ name, slug, description, displayOrder, isShown, secret }: StatusGroup) {
  return { name, slug, description, displayOrder, isShown, access: access(secret !== null) };
}

function access(isSecret: boolean): string {
  return isSecret ? 'secret link' : 'everybody';
}

async function refusingTakenSlug<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') throw invalid({ slug: 'Another group has this address' });
    throw error;
  }
}
