import { and, eq, inArray } from 'drizzle-orm';
import { drizzle as onSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { ByteTextBuilder, passPostgresErrors, sessionOf, withSqliteTypes } from '../../db/drizzle-internals.ts';
import { keepPlans } from '../../db/sqlite/kept-plans.ts';

describe('the internals of Drizzle that db/drizzle-internals.ts uses', () => {
  const columns = { name: new ByteTextBuilder('', { enum: ['a', 'b'] }) };
  const menu = pg.pgTable('menu', columns);

  test('a statement has the session of its database, and databases have different sessions', () => {
    const [first, second] = [onPostgres.mock(), onPostgres.mock()];
    const insert = first.insert(menu).values({ name: 'a' });
    expect(sessionOf(insert)).toBe(sessionOf(withSqliteTypes(first)));
    expect(sessionOf(insert)).not.toBe(sessionOf(second));
    expect(sessionOf(onSqlite.mock())).toBeDefined();
  });

  test('a table calls `build` of a column builder, and the column keeps its list of values', () => {
    expect(menu.name.getSQLType()).toBe('text COLLATE "C"');
    expect(menu.name.enumValues).toEqual(['a', 'b']);
    expect(menu.name.mapToDriverValue('a\0b')).toBe('a\ufffdb');
  });

  test('statements on SQLite have `+?` for each value, so that SQLite keeps their plans', () => {
    keepPlans();
    const notes = sqlite.sqliteTable('notes', { id: sqlite.integer(), text: sqlite.text() });
    const isNote = and(eq(notes.id, 1), inArray(notes.text, ['a', 'b']));
    const update = onSqlite.mock().update(notes).set({ text: 'c' }).where(isNote);
    expect(update.toSQL().sql.replaceAll('"', '')).toBe(
      'update notes set text = +? where (notes.id = +? and notes.text in (+?, +?))',
    );
  });

  test('errors of a query are passed on without the query and without rows', async () => {
    const failure = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(secret)' });
    const client = { query: () => Promise.reject(failure) };
    passPostgresErrors();
    const db: ReturnType<typeof onPostgres> = Reflect.apply(onPostgres, null, [client]);
    const insert = db.insert(menu).values({ name: 'a' });
    expect(await insert.catch((error: unknown) => error)).toBe(failure);
    expect(failure).not.toHaveProperty('detail');
  });
});
