import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, upsertSet } from '../../db/query/json-rows.ts';
import { boards } from '../../db/schema/boards.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { makeStore, type Store } from '../fixture/store.ts';

let store: Store;
let opened: OpenDatabase;
beforeAll(async () => {
  store = await makeStore();
  opened = await store.open();
});
afterAll(async () => {
  await opened.close();
  await store.remove();
});

test('rows that are inserted as JSON have the values of an ordinary insert, and defaults in the other columns', async () => {
  const { db } = opened;
  const message = { fromNumber: '+15005550001', toNumber: '0123', accountSid: 'AC', status: 'sent', rank: 3 } as const;
  const rows = Array.from({ length: 450 }, (_, place) => ({
    ...message,
    messageSid: `SM${place}`,
    createdOn: new Date(Date.UTC(2026, 2, 29, 0, 59, 59, 999) + place),
    segments: place % 2 ? place : null,
    body: place % 3 ? `"${place}" \\ 'é' 🚢\n` : null,
    response: place % 5 ? { zebra: [1.5, null, ''], ant: { '': 'a\u0000b\ud800' }, place } : null,
  }));
  const names = [
    'fromNumber',
    'toNumber',
    'accountSid',
    'status',
    'rank',
    'messageSid',
    'createdOn',
    'segments',
    'body',
    'response',
  ] as const;
  const asJson = rows.map((row) => ({ ...row, messageSid: `JSON ${row.messageSid}` }));
  await atomically(db, (tx) => [
    insertJsonRows(tx, telephonyMessages, names, asJson),
    tx.insert(telephonyMessages).values(rows),
  ]);
  const stored = await db.select().from(telephonyMessages).orderBy(asc(telephonyMessages.id));
  const values = stored.map(({ id: _id, messageSid, ...row }) => ({ ...row, sid: messageSid?.replace('JSON ', '') }));
  expect(values.slice(0, 450)).toEqual(values.slice(450));
  expect(JSON.stringify(values.slice(0, 450))).toBe(JSON.stringify(values.slice(450)));
  expect(stored[0]).toMatchObject({ requestFrom: '', attempts: 0, delivery: null, telephonyClientId: null });
});

test('flags and their defaults are stored, and U+FFFD replaces NUL in texts', async () => {
  const { db } = opened;
  const row = { userName: 'a\0b', userNameKey: 'a', passwordHash: '', role: 'Client', createdAt: new Date(0) } as const;
  const names = ['userName', 'userNameKey', 'passwordHash', 'role', 'createdAt'] as const;
  await atomically(db, (tx) => [insertJsonRows(tx, users, names, [row])]);
  expect(await db.select().from(users)).toMatchObject([
    { ...row, userName: 'a\ufffdb', isActive: true, firstName: '' },
  ]);
});

test('computed columns read the values of the row, and an upsert changes the named columns only', async () => {
  const { db } = opened;
  const insert = (rows: { trelloId: string; seenIn: number; isArchived: boolean }[]) =>
    atomically(db, (tx) => [
      insertJsonRows(tx, boards, ['trelloId', 'seenIn', 'isArchived'], rows, ({ trelloId }) => ({
        name: sql`'Board ' || ${trelloId}`,
      })).onConflictDoUpdate({ target: boards.trelloId, set: upsertSet('seenIn') }),
    ]);
  await insert([
    { trelloId: 'a', seenIn: 1, isArchived: true },
    { trelloId: 'b', seenIn: 1, isArchived: false },
  ]);
  await insert([{ trelloId: 'a', seenIn: 2, isArchived: false }]);
  expect(await db.select().from(boards).orderBy(asc(boards.trelloId))).toMatchObject([
    { trelloId: 'a', name: 'Board a', seenIn: 2, isArchived: true },
    { trelloId: 'b', name: 'Board b', seenIn: 1, isArchived: false },
  ]);
});
