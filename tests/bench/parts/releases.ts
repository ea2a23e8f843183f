/** `npm run bench -- releases`: a release of 1,000 changes, through the procedures of the back office. */

import { startTopology } from '../../cluster/topology.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { untilIdle } from '../memory.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

/** Half of the changes are of rows that visitors see, half are new rows. */
const half = 500;

const fact = (label: string) => ({ label, count: 1, isActive: true });

/** Milliseconds of a piece of work. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function rowsOf(database: string, address: string): Promise<Row[]> {
  const api = trpcClient(address, await signIn(address, admin));
  const values = { title: 'Numbers', subTitle: 'Counted', backgroundImage: null, isActive: true };
  const { id: parentId } = await api.facts.heading.save.mutate({ values });
  const ids: number[] = [];
  for (let place = 0; place < half; place += 1)
    ids.push((await api.facts.items.save.mutate({ parentId, values: fact(`Fact ${place}`) })).id);
  const { id } = await api.releases.create.mutate({ name: 'Spring offer' });
  const save = (values: ReturnType<typeof fact>, row?: number) =>
    timed(() => api.facts.items.save.mutate({ id: row, parentId, values, release: id }));
  const saves: number[] = [];
  for (const row of ids) saves.push(await save(fact(`Changed ${row}`), row));
  for (let place = 0; place < half; place += 1) saves.push(await save(fact(`New ${place}`)));
  const shown = await timed(() => api.releases.get.query({ id }));
  const published = await timed(() => api.releases.publish.mutate({ id }));
  const undone = await timed(() => api.releases.undo.mutate({ id }));
  const [first, last] = [median(saves.slice(0, half)), median(saves.slice(-100))];
  const many = `release of ${2 * half} changes: ${database}`;
  return [
    { what: `publication of a ${many}`, figure: published / 1000, unit: 's', target: atMost(2) },
    { what: `undo of a ${many}`, figure: undone / 1000, unit: 's', target: atMost(2) },
    { what: `a ${many}, shown with its conflicts`, figure: shown / 1000, unit: 's', target: atMost(2) },
    { what: `save in a ${many}; floor: its first half`, figure: last, floor: first, ratio: last / first, unit: 'ms' },
  ];
}

async function sqliteRows(): Promise<Row[]> {
  const product = await startProduct();
  try {
    await untilIdle(product.pid);
    return await rowsOf('SQLite', product.address);
  } finally {
    await product.stop();
  }
}

async function postgresRows(): Promise<Row[]> {
  const cluster = await startTopology({ web: 1, workers: 0 });
  try {
    return await rowsOf('PostgreSQL', cluster.web[0]?.address ?? '');
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows())]);
