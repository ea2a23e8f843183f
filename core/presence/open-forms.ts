import { and, desc, eq, gt, lte, max, ne, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import { openFormLifetimeMs, type signOfLife } from '../../contract/presence.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { commitUnflushed } from '../../db/query/unflushed-commit.ts';
import { openForms } from '../../db/schema/presence.ts';
import type { Session } from '../accounts/sessions.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRecords } from '../content/records.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';

type User = Pick<Session, 'userId' | 'userName'>;
type SignOfLife = z.output<typeof signOfLife>;

/** Another user with the same row open, or the same user in another window. */
export interface OtherEditor {
  name: string;
  /** True for the caller's own other window. */
  isYou: boolean;
  /** Name of the field in which the user is typing; empty: the user types nothing. */
  field: string;
}

/** Open forms of a user; another one closes the user's oldest form. */
const maxFormsOfUser = 20;

/** Editors in an answer. */
const maxEditors = 20;

/**
 * Stores a form's sign of life, and returns who else has the row open, the latest sign of life first, one entry for each
 * user. Throws 404 for an unknown record, 400 for an unknown field.
 */
export async function announceForm(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  user: User,
  form: SignOfLife,
): Promise<OtherEditor[]> {
  checkNames(form);
  const at = now();
  const expiredAt = new Date(+at - openFormLifetimeMs);
  if (!(await renew(db, user, form, at))) await add(db, user, form, at, expiredAt);
  return otherEditors(db, user, form, expiredAt);
}

/** Removes a user's open form; the key of another user's form changes nothing. */
export async function closeForm(db: Database, { userId }: User, key: string): Promise<void> {
  await db.delete(openForms).where(and(eq(openForms.key, key), eq(openForms.userId, userId), commitUnflushed));
}

function checkNames({ record, field }: SignOfLife): void {
  const definition = allRecords.find((known) => pathOf(known) === record);
  if (!definition) throw notFound('This record');
  if (field !== '' && !Object.hasOwn(definition.schema.shape, field))
    throw invalid({ field: 'This record has no such field' });
}

/** Updates a form that is stored; false for a form that is not. */
async function renew(db: Database, user: User, form: SignOfLife, at: Date): Promise<boolean> {
  const { key, record, rowId, field } = form;
  // A lost sign of life is followed by the next one, so the commit does not wait for the disk.
  const own = and(eq(openForms.key, key), eq(openForms.userId, user.userId), commitUnflushed);
  const renewed = await db
    .update(openForms)
    .set({ record, rowId, field, at })
    .where(own)
    .returning({ key: openForms.key });
  return renewed.length > 0;
}

/** Stores a form, and deletes expired forms and those above the user's limit: a renewal has one write only. */
async function add(
  db: Database,
  { userId, userName }: User,
  form: SignOfLife,
  at: Date,
  expiredAt: Date,
): Promise<void> {
  const newest = db
    .select({ key: openForms.key })
    .from(openForms)
    .where(eq(openForms.userId, userId))
    .orderBy(desc(openForms.at))
    .limit(maxFormsOfUser);
  await atomically(db, (tx) => [
    tx.delete(openForms).where(lte(openForms.at, expiredAt)),
    // The key of another user's form stays that user's.
    tx
      .insert(openForms)
      .values({ ...form, userId, userName, at })
      .onConflictDoNothing(),
    tx.delete(openForms).where(and(eq(openForms.userId, userId), notInArray(openForms.key, newest))),
  ]);
}

async function otherEditors(
  db: Database,
  user: User,
  { key, record, rowId }: SignOfLife,
  expiredAt: Date,
): Promise<OtherEditor[]> {
  const editors = await db
    // Of two windows of a user, the one with a field counts.
    .select({ userId: openForms.userId, name: openForms.userName, field: max(openForms.field) })
    .from(openForms)
    .where(
      and(
        eq(openForms.record, record),
        eq(openForms.rowId, rowId),
        gt(openForms.at, expiredAt),
        ne(openForms.key, key),
      ),
    )
    .groupBy(openForms.userId, openForms.userName)
    .orderBy(desc(max(openForms.at)))
    .limit(maxEditors);
  return editors.map(({ userId, name, field }) => ({ name, isYou: userId === user.userId, field: field ?? '' }));
}
