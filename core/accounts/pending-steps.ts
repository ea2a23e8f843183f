import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { pendingSteps } from '../../db/schema/sign-in.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { hashToken, newToken } from './links.ts';

/** What a step waits for. A token of one kind opens no step of another kind. */
export type StepKind =
  | 'second factor'
  | 'authenticator app'
  | 'passkey sign-in'
  | 'passkey set-up'
  | 'passkey proof'
  | 'provider'
  | 'provider result';

/** A step of a sign-in, a set-up or a proof that waits for its second part. */
export interface Step {
  id: number;
  /** Null until the user is known. */
  userId: number | null;
  data: Record<string, string>;
}

/** A step with an answer that was counted. */
interface AnsweredStep extends Step {
  /** True if the step takes no further answer. */
  isLastAnswer: boolean;
}

interface StepOrder {
  kind: StepKind;
  userId: number | null;
  data?: Record<string, string>;
  /** Until the step expires; `stepMinutes` by default. */
  minutes?: number;
}

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

/** Minutes until a step expires. */
const stepMinutes = 5;

/** Answers that a step takes. */
const maxAnswers = 5;

/** Makes a step; returns its token of 256 random bits. The database has only the token's hash. */
export async function makeStep(
  deps: Deps & Pick<CoreDependencies, 'randomBytes'>,
  { kind, userId, data = {}, minutes = stepMinutes }: StepOrder,
): Promise<string> {
  const { token, tokenHash } = newToken(deps);
  const expiresAt = new Date(Number(deps.now()) + minutes * 60_000);
  await deps.db.insert(pendingSteps).values({ tokenHash, kind, userId, data, expiresAt });
  return token;
}

/**
 * Counts an answer to a step before the answer is checked, so that parallel answers count too. Null if the token opens no
 * step of this kind: never made, used, expired, or answered five times.
 */
export async function answerStep({ db, now }: Deps, kind: StepKind, token: string): Promise<AnsweredStep | null> {
  const [step] = await db
    .update(pendingSteps)
    .set({ attempts: sql`${pendingSteps.attempts} + 1` })
    .where(and(isOpen(kind, token, now()), lt(pendingSteps.attempts, maxAnswers)))
    .returning({ ...stepColumns, attempts: pendingSteps.attempts });
  if (!step) return null;
  const { attempts, ...others } = step;
  return { ...others, isLastAnswer: attempts >= maxAnswers };
}

/** Ends a step after a right answer; false if another request has ended it. */
export async function endStep(db: Database, { id }: Pick<Step, 'id'>): Promise<boolean> {
  const ended = await db.delete(pendingSteps).where(eq(pendingSteps.id, id)).returning({ id: pendingSteps.id });
  return ended.length > 0;
}

/** Ends a step with its only answer, before the answer is checked. Null as of `answerStep`, and for every further answer. */
export async function takeStep({ db, now }: Deps, kind: StepKind, token: string): Promise<Step | null> {
  const [step] = await db
    .delete(pendingSteps)
    .where(isOpen(kind, token, now()))
    .returning(stepColumns);
  return step ?? null;
}

/** Reads an open step without an answer; null as of `answerStep`. */
export async function findStep({ db, now }: Deps, kind: StepKind, token: string): Promise<Step | null> {
  const isWanted = and(isOpen(kind, token, now()), lt(pendingSteps.attempts, maxAnswers));
  const [step] = await db.select(stepColumns).from(pendingSteps).where(isWanted);
  return step ?? null;
}

/** Deletes expired steps; they work no more in any case. */
export async function purgeSteps({ db, now }: Deps): Promise<void> {
  await db.delete(pendingSteps).where(lte(pendingSteps.expiresAt, now()));
}

const stepColumns = { id: pendingSteps.id, userId: pendingSteps.userId, data: pendingSteps.data };

function isOpen(kind: StepKind, token: string, now: Date) {
  const { tokenHash, kind: stored, expiresAt } = pendingSteps;
  return and(eq(tokenHash, hashToken(token)), eq(stored, kind), gt(expiresAt, now));
}
