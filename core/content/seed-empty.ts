import { sections } from '../../contract/sections.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { blankValues } from './blank-values.ts';
import type { RecordDefinition } from './record.ts';
import { records } from './records.ts';

/** Seeds an empty database with one inactive heading per section, for editing in the back office. */
export async function seedEmpty(db: Database): Promise<void> {
  await atomically(db, (tx) => [
    ...sections.flatMap((section) => {
      const declared: Readonly<Record<string, RecordDefinition>> = records[section.key];
      const { heading } = declared;
      const title = 'emptyTitle' in section ? section.emptyTitle : '';
      return heading ? [tx.insert(heading.table).values(emptyHeading(heading, title))] : [];
    }),
    nextRevision(tx),
  ]);
}

function emptyHeading(heading: RecordDefinition, title: string) {
  const { id: _id, version: _version, position: _position, ...values } = blankValues(heading);
  const titles = Object.fromEntries(
    ['title', 'name'].filter((field) => field in values).map((field) => [field, title]),
  );
  return { ...values, ...titles };
}
