/** A fault that changes nothing which a caller, a user or an operator could notice; `npm run mutate` leaves the fault out. */
export interface EquivalentFault {
  file: string;
  /** The line with the fault's first character, without spaces around. */
  line: string;
  /** Code that the fault replaces, and its replacement, as `npm run mutate` prints them. */
  code: string;
  replacement: string;
  because: string;
}

/** Each with its reason. A fault that only needs an elaborate test does not belong here. */
export const equivalentFaults: readonly EquivalentFault[] = [
  {
    file: 'core/health/record-pings.ts',
    line: 'const isNewer = and(gt(lastPingAt, at), lt(lastPingAt, new Date(Number(at) + maxDisorderMs)));',
    code: 'gt',
    replacement: 'everythingOfDrizzle.gte',
    because: 'Of two equal times either one is stored.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'if (alarms.length === 0) return;',
    code: 'alarms.length === 0',
    replacement: 'false',
    because: 'Without alarms the rest is a transaction without statements.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'if (alarms.length === 0) return;',
    code: 'return;',
    replacement: ';',
    because: 'Without alarms the rest is a transaction without statements.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'if (!contacts.has(account)) contacts.set(account, await contactsOf(db, account));',
    code: '!contacts.has(account)',
    replacement: 'true',
    because: 'The map only saves a query that has the same result.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'return (contacts.get(subject.telephonyClientId) ?? []).map((contactId) => ({ ...message, contactId }));',
    code: ' ?? []',
    replacement: '(nothing)',
    because: 'The loop above has put every account into the map.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'const maxRunMs = 3000;',
    code: '3000',
    replacement: '(3000 * 2)',
    because: 'A sweep of twice the length still ends and the next one continues.',
  },
  {
    file: 'core/health/alarms.ts',
    line: 'if (performance.now() - startedAt > maxRunMs) return;',
    code: '>',
    replacement: '>=',
    because: 'A limit of time, different by less than a microsecond.',
  },
  {
    file: 'core/health/uptime.ts',
    line: 'const within = changes.filter(({ at }) => Number(at) > from);',
    code: '>',
    replacement: '>=',
    because: 'A change at the beginning of the period ends a status that has lasted no time.',
  },
  {
    file: 'db/copy/checksum.ts',
    line: 'readonly #sums = new Uint32Array(4);',
    code: '4',
    replacement: '(4 + 1)',
    because: 'Both sides of a copy compare a longer checksum.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'const answerBytes = 256 * 1024;',
    code: '256',
    replacement: '(256 * 2)',
    because: 'The size of a chunk between two threads.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'const answerBytes = 256 * 1024;',
    code: '1024',
    replacement: '(1024 * 2)',
    because: 'The size of a chunk between two threads.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'const answerBytes = 256 * 1024;',
    code: '*',
    replacement: '/',
    because: 'The size of a chunk between two threads: one row.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'if (writer.length >= answerBytes) yield { tuples: writer.take() };',
    code: 'writer.length >= answerBytes',
    replacement: 'true',
    because: 'The size of a chunk between two threads: one row.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'if (writer.length >= answerBytes) yield { tuples: writer.take() };',
    code: '>=',
    replacement: '>',
    because: 'The size of a chunk between two threads, different by one row.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'const batchSize = 500;',
    code: '500',
    replacement: '(500 * 2)',
    because: 'Rows that SQLite reads at once.',
  },
  {
    file: 'db/copy/source-worker.ts',
    line: 'const pictureBatchSize = 8;',
    code: '8',
    replacement: '(8 + 1)',
    because: 'Rows that SQLite reads at once.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'const bufferSize = 320 * 1024;',
    code: '320',
    replacement: '(320 * 2)',
    because: 'The first size of a buffer that grows.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'const bufferSize = 320 * 1024;',
    code: '1024',
    replacement: '(1024 * 2)',
    because: 'The first size of a buffer that grows.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'const bufferSize = 320 * 1024;',
    code: '*',
    replacement: '/',
    because: 'The first size of a buffer that grows.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'this.#reserve(12);',
    code: '12',
    replacement: '(12 + 1)',
    because: 'Room for one byte more than the value has.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'this.#reserve(2);',
    code: '2',
    replacement: '(2 + 1)',
    because: 'Room for one byte more than the value has.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'this.#reserve(4 + text.length * 3);',
    code: '4',
    replacement: '(4 + 1)',
    because: 'Room for one byte more than the value has.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'this.#reserve(4 + text.length * 3);',
    code: '3',
    replacement: '(3 + 1)',
    because: 'Room for more bytes than the value has.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'if (this.#length + bytes <= this.#buffer.length) return;',
    code: '<=',
    replacement: '<',
    because: 'A buffer that would just be large enough grows.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + bytes));',
    code: '2',
    replacement: '(2 + 1)',
    because: 'A buffer grows by more.',
  },
  {
    file: 'db/copy/tuples.ts',
    line: 'if (this.#waitingBytes < this.#needed) return;',
    code: '<',
    replacement: '<=',
    because: 'A tuple at the end of a chunk is passed on with the next chunk, which always follows: the trailer.',
  },
  {
    file: 'db/copy/copy.ts',
    line: 'const rows = await tx.select().from(table).limit(2);',
    code: '2',
    replacement: '(2 + 1)',
    because: 'Whether there are more than one does not depend on whether two or three are read.',
  },
  {
    file: 'core/queue/embedded-worker.ts',
    line: 'const maxSleepMs = 600_000;',
    code: '600_000',
    replacement: '(600000 * 2)',
    because: 'A look at the clock of a machine that was suspended, after twenty minutes instead of ten.',
  },
];
