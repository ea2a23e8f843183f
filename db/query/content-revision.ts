import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database.ts';
import { dialect } from '../dialect.ts';
import { contentRevision } from '../schema/content.ts';
import { endedContentWrites, markContentWrite } from './content-writes.ts';
import { insertSelected } from './insert-selected.ts';

/** Counts a content write and returns the new number. Belongs in the same `atomically` call as the write, before it. */
export function nextRevision(tx: Pick<Transaction, 'update'>) {
  return markContentWrite(
    tx
      .update(contentRevision)
      .set({ revision: sql`${contentRevision.revision} + 1` })
      .where(eq(contentRevision.id, 1))
      .returning({ revision: contentRevision.revision }),
  );
}

/**
 * Fails a transaction with a `unique` error if another content write came before it. Follows `nextRevision`, which counted the
 * transaction itself; `known` is the number of content writes that the transaction starts from.
 */
export function requireRevision(tx: Pick<Transaction, 'insert'>, known: number) {
  const { id, revision } = contentRevision;
  // A second row with the same id.
  return insertSelected(
    tx,
    contentRevision,
    { id, revision },
    sql`${contentRevision} where ${revision} <> ${known + 1}`,
  );
}

/** The number of content writes so far, as a field of another query. */
export const revisionNow = sql<number>`(select ${contentRevision.revision} from ${contentRevision})`;

/** The number of content writes so far, asked from the database. */
export async function readRevision(db: Database): Promise<number> {
  return readerOf(db).ask();
}

/**
 * The number of content writes so far, without a query per call: a number if known, else a question to the database. It
 * includes every write that this process has ended, and every other write after `maxAgeMs` at most
 * (docs/decisions/0012-revision-without-a-query.md). May throw on SQLite.
 */
export function currentRevision(db: Database): number | Promise<number> {
  return readerOf(db).current();
}

/** How long an answer of the database counts. Tests promise 100 ms. */
const maxAgeMs = 75;
/** Age of an answer from which the next question is asked in the background, so that no request waits under load. */
const refreshAgeMs = 25;

/** An answer of the database: the revision, the content writes that had ended before, and when the question was asked. */
interface Answer {
  revision: number;
  writes: number;
  askedAt: number;
}

interface Reader {
  current(): number | Promise<number>;
  ask(): number | Promise<number>;
}

const readers = new WeakMap<Database, Reader>();

function readerOf(db: Database): Reader {
  const known = readers.get(db);
  if (known) return known;
  const reader = dialect === 'postgres' ? postgresReader(db) : sqliteReader(db);
  readers.set(db, reader);
  return reader;
}

function prepareQuestion(db: Database) {
  return db.select({ revision: contentRevision.revision }).from(contentRevision).prepare();
}

/** Age of an answer in milliseconds; infinite if this process has ended a content write since. */
function ageOf({ writes, askedAt }: Pick<Answer, 'writes' | 'askedAt'>): number {
  return writes === endedContentWrites() ? performance.now() - askedAt : Number.POSITIVE_INFINITY;
}

/** Asks the file once in a turn of the event loop: requests that arrive together share the answer. */
function sqliteReader(db: Database): Reader {
  const question = prepareQuestion(db);
  let answer: Answer | null = null;
  const forget = () => {
    answer = null;
  };
  function ask(): number {
    const revision = question.get()?.revision ?? 0;
    if (answer === null) setImmediate(forget);
    answer = { revision, writes: endedContentWrites(), askedAt: performance.now() };
    return revision;
  }
  return { current: () => (answer !== null && ageOf(answer) < maxAgeMs ? answer.revision : ask()), ask };
}

/** Asks the server when the last answer has become too old; calls share a question that is under way. */
function postgresReader(db: Database): Reader {
  const question = prepareQuestion(db);
  let answer: Answer | null = null;
  let asked: { revision: Promise<number>; writes: number; askedAt: number } | null = null;

  async function ask(): Promise<number> {
    const [writes, askedAt] = [endedContentWrites(), performance.now()];
    const [row] = await question.execute();
    const revision = row?.revision ?? 0;
    if (answer === null || answer.askedAt <= askedAt) answer = { revision, writes, askedAt };
    return revision;
  }

  function shareQuestion(): Promise<number> {
    if (asked !== null && ageOf(asked) < maxAgeMs) return asked.revision;
    const own = { writes: endedContentWrites(), askedAt: performance.now(), revision: ask() };
    const end = () => {
      if (asked === own) asked = null;
    };
    own.revision.then(end, end);
    asked = own;
    return own.revision;
  }

  return {
    current() {
      const age = answer === null ? Number.POSITIVE_INFINITY : ageOf(answer);
      if (age < refreshAgeMs && answer !== null) return answer.revision;
      const next = shareQuestion();
      return age < maxAgeMs && answer !== null ? answer.revision : next;
    },
    ask,
  };
}
