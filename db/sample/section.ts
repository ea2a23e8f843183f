import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Statement, Transaction } from '../database.ts';

/** Content hash of a picture in `pictures/`, which is stored with the content. */
export type Picture = (file: string) => ImageHash;

/** The sample content of one section: the statements that write it into empty tables, parents before their children. */
export type SampleSection = (tx: Pick<Transaction, 'insert'>, picture: Picture) => Statement[];

/** Numbers the rows of a list. */
export function placed<Row>(rows: readonly Row[]) {
  return rows.map((row, index) => ({ ...row, position: index + 1 }));
}

// The statements run in one transaction, so the ids of parents are not known when the statements are built. In empty
// tables sub-queries find them: a heading is the only row of its table, and each of its children has its own position.

type Parent = SQLiteTable & { id: AnySQLiteColumn; position: AnySQLiteColumn };

/** Rows that belong to the heading. */
export function below<Row>(heading: Parent, rows: readonly Row[]) {
  const parentId = sql<number>`(select ${heading.id} from ${heading})`;
  return placed(rows).map((row) => ({ ...row, parentId }));
}

/** Rows that belong to each of a heading's children. */
export function belowEach<Owner, Row>(
  table: Parent,
  owners: readonly Owner[],
  rowsOf: (owner: Owner) => readonly Row[],
) {
  return placed(owners).flatMap((owner) => {
    const parentId = sql<number>`(select ${table.id} from ${table} where ${table.position} = ${owner.position})`;
    return placed(rowsOf(owner)).map((row) => ({ ...row, parentId }));
  });
}
