import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

// Where rows without a value go is not the same everywhere, unless it is said.

/** Upwards, rows without a value first. */
export const nullsFirst = (column: AnyColumn): SQL => sql`${column} asc nulls first`;

/** Downwards, rows without a value last. */
export const nullsLast = (column: AnyColumn): SQL => sql`${column} desc nulls last`;
