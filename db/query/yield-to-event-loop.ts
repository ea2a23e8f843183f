/**
 * Lets requests and other jobs have their turn. On SQLite a query is done before it is awaited, so that a long row of
 * them would keep everything else waiting.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
