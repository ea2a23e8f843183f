/** A part of the product, and the tests that should notice its faults. */
export interface Area {
  /** Folders and files. */
  sources: readonly string[];
  /** Folders and files. The first of them runs alone, and a failure ends the run of a mutant: a fast one saves time. */
  tests: readonly string[];
  /** Projects of tests/vitest.config.ts that run them; by default SQLite alone. */
  projects?: readonly ('sqlite' | 'postgres')[];
}

/** The areas of `npm run mutate`. */
export const areas: Readonly<Record<string, Area>> = {
  auth: {
    sources: [
      'core/accounts',
      'server/accounts',
      'server/trpc/procedures.ts',
      'server/http/anti-forgery.ts',
      'server/http/rate-limits.ts',
    ],
    tests: [
      'tests/accounts',
      'tests/rest/access',
      'tests/rest/ownership',
      'tests/http',
      'tests/audit/audit',
      'tests/inbox/contact-form',
    ],
  },
  records: {
    sources: ['core/content', 'server/content'],
    tests: [
      'tests/rest/records',
      'tests/rest/',
      'tests/content',
      'tests/db/races',
      'tests/images',
      'tests/audit/audit',
    ],
  },
  health: {
    sources: ['core/health', 'server/health', 'workers/jobs/sweep-health.ts'],
    tests: ['tests/health', 'tests/db/races'],
  },
  telephony: {
    sources: [
      'core/telephony',
      'server/telephony',
      'workers/jobs/send-message.ts',
      'workers/jobs/send-messages.ts',
      'workers/jobs/sync-message-log.ts',
    ],
    tests: ['tests/telephony', 'tests/rest/ownership', 'tests/db/races'],
  },
  presence: { sources: ['core/presence', 'server/presence'], tests: ['tests/presence', 'tests/audit/audit'] },
  queue: { sources: ['core/queue'], tests: ['tests/queue', 'tests/jobs/procedures', 'tests/metrics'] },
  rest: {
    sources: ['server/rest'],
    tests: [
      'tests/rest/records',
      'tests/rest/',
      'tests/content/save-keys',
      'tests/boards/rest',
      'tests/telephony/accounts',
      'tests/http/ready',
    ],
  },
  copy: {
    sources: ['db/copy', 'core/commands/copy.ts'],
    tests: ['tests/db/tuples', 'tests/db/copy'],
    projects: ['sqlite', 'postgres'],
  },
  backup: {
    sources: ['db/backup', 'core/commands/backup.ts', 'core/commands/restore.ts'],
    tests: ['tests/db/private-files', 'tests/db/backup'],
    projects: ['sqlite', 'postgres'],
  },
  desk: {
    sources: ['core/desk', 'server/desk', 'core/audit/record-name.ts', 'core/audit/resolve-names.ts'],
    tests: ['tests/desk', 'tests/audit/names', 'tests/rest/access'],
  },
};
