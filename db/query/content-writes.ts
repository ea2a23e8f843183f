/** Statements that count a content write. */
const marked = new WeakSet<object>();
let ended = 0;

/** Marks a statement that counts a content write. */
export function markContentWrite<Statement extends object>(statement: Statement): Statement {
  marked.add(statement);
  return statement;
}

/** Notes the end of a transaction, also of a failed one: its commit may have succeeded although the answer is lost. */
export function transactionEnded(statements: readonly object[]): void {
  if (statements.some((statement) => marked.has(statement))) ended += 1;
}

/** Number of transactions with a content write that this process has ended. */
export function endedContentWrites(): number {
  return ended;
}
