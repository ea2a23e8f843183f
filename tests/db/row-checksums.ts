import { createHash } from 'node:crypto';
import { tablesInOrder } from '../../db/copy/tables.ts';
import type { Database } from '../../db/database.ts';
import { storableText } from '../../db/dialect.ts';

/** A row with its values as the product has them. */
export type Row = Record<string, unknown>;

/**
 * Checksum of the content of every table, of the values as the product reads them. The database and the order of the rows
 * change nothing. Independent of the checksums of db:copy.
 */
export async function checksums(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, table } of tablesInOrder()) {
    const rows: Row[] = await db.select().from(table);
    const hashes = rows.map(hashOf).sort();
    found[name] = `${rows.length} ${createHash('sha256').update(hashes.join()).digest('hex')}`;
  }
  return found;
}

function hashOf(row: Row): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(row).sort()) {
    const { kind, content } = contentOf(row[name]);
    // The length separates values: 'a', 'bc' and 'ab', 'c' have different hashes.
    hash.update(`${name} ${kind} ${content.length} `).update(content);
  }
  return hash.digest('hex');
}

function contentOf(value: unknown): { kind: string; content: Uint8Array } {
  if (value === null) return { kind: 'null', content: Buffer.alloc(0) };
  if (value instanceof Uint8Array) return { kind: 'bytes', content: value };
  if (value instanceof Date) return { kind: 'instant', content: Buffer.from(String(Number(value))) };
  if (typeof value === 'string') return { kind: 'text', content: Buffer.from(storableText(value)) };
  return { kind: 'json', content: Buffer.from(JSON.stringify(value)) };
}
