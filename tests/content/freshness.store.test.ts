import { afterAll, beforeAll, expect, test } from 'vitest';
import { antiForgery } from '../../contract/session.ts';
import { ownEdit } from '../../core/content/edit.ts';
import { allRows } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { saveRow } from '../../core/content/write.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { type ProductProcess, startProductProcess } from '../cluster/process.ts';
import { until } from '../fakes/clock.ts';
import { freePort } from '../fixture/free-port.ts';
import { admin, signIn } from '../fixture/server.ts';
import { makeStore, type Store } from '../fixture/store.ts';
import { trpcClient } from '../fixture/trpc.ts';

// Two processes on one database: the product, and this one, which writes through db/.

const promisedMs = 100;
const paths = ['/', '/api/getdashboarddetail', '/trpc/hero.heading.published'];

let store: Store;
let product: ProductProcess;
let address: string;
let here: OpenDatabase;
/** The hero's row. */
let id: number;
beforeAll(async () => {
  store = await makeStore();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  product = startProductProcess(['server/main.ts'], {
    ...store.variables,
    PORT: String(port),
    PUBLIC_URL: address,
    ADMIN_PASSWORD: admin.password,
    SAMPLE_CONTENT: 'off',
  });
  await until(() => product.output().includes('ready'));
  here = await store.open();
  id = (await allRows(here.db, records.hero.heading))[0]?.id ?? 0;
});
afterAll(async () => {
  await here.close();
  await product.end('SIGTERM');
  await store.remove();
});

const hero = (title: string) => ({ title, subTitle: 'Sub', description: 'Text', isActive: true });
const read = async (path: string) => (await fetch(`${address}${path}`)).text();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The paths whose answers show the text. */
async function showing(text: string): Promise<string[]> {
  const answers = await Promise.all(paths.map(read));
  return paths.filter((_path, place) => answers[place]?.includes(text));
}

/** Reads all paths over several connections, so that their answers are ready, until the function is called. */
function readAllTheTime(): () => Promise<void> {
  let isOver = false;
  const reader = async () => {
    for (let turn = 0; !isOver; turn += 1) await read(paths[turn % paths.length] ?? '/');
  };
  const readers = Promise.all(Array.from({ length: 6 }, reader));
  return async () => {
    isOver = true;
    await readers;
  };
}

test('the process that answers a save shows the save in the next read', async () => {
  const api = trpcClient(address, await signIn(address, admin));
  const [row] = await api.hero.heading.list.query({});
  if (!row) throw new Error('no hero');
  const stop = readAllTheTime();
  try {
    for (let round = 0; round < 15; round += 1) {
      await api.hero.heading.save.mutate({ id, values: { ...row, ...hero(`Own save ${round}.`) } });
      expect(await showing(`Own save ${round}.`)).toEqual(paths);
    }
  } finally {
    await stop();
  }
});

test('a write of another process is shown within 100 ms', async () => {
  const stop = readAllTheTime();
  try {
    for (let round = 0; round < 15; round += 1) {
      await saveRow(here.db, records.hero.heading, { id }, hero(`Other write ${round}.`), ownEdit(new Date(), 'edit'));
      // The file of SQLite is asked at each turn of the event loop.
      if (dialect === 'postgres') await wait(promisedMs);
      expect(await showing(`Other write ${round}.`)).toEqual(paths);
    }
  } finally {
    await stop();
  }
});

test('a write of another process is in the next list of the back office', async () => {
  const headers = {
    authorization: `Bearer ${await signIn(address, admin)}`,
    cookie: `${antiForgery.cookie}=a-value`,
  };
  const list = async () => (await fetch(`${address}/trpc/hero.heading.list?input=%7B%7D`, { headers })).text();
  for (let round = 0; round < 15; round += 1) {
    await list();
    await saveRow(here.db, records.hero.heading, { id }, hero(`For the list ${round}.`), ownEdit(new Date(), 'edit'));
    expect(await list()).toContain(`For the list ${round}.`);
  }
});

test('while the revision cannot be read, lists fail and the page stays; afterwards both are current', async () => {
  const stop = readAllTheTime();
  try {
    await store.execute('alter table content_revision rename to content_away');
    await wait(promisedMs);
    expect((await fetch(`${address}/api/getdashboarddetail`)).status).toBe(500);
    expect((await fetch(`${address}/`)).status).toBe(200);
    await store.execute('alter table content_away rename to content_revision');
    await saveRow(here.db, records.hero.heading, { id }, hero('After the fault.'), ownEdit(new Date(), 'edit'));
    await wait(promisedMs);
    expect(await showing('After the fault.')).toEqual(paths);
  } finally {
    await stop();
  }
});
