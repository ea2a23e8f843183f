/** `npm run bench:start`: how long a start takes and the memory of a process, after the start and after a mixed load. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxPingsPerMinute } from '../../../contract/health.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { monitorClients } from '../health-data.ts';
import { load } from '../load.ts';
import { residentWithChildren, untilIdle } from '../memory.ts';
import { startOperations, startProvider } from '../operations.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';
import { byTurns } from '../turns.ts';

/** Length of the mixed load; `BENCH_MINUTES=0.5 npm run bench:start` is a short run. */
const minutes = Number(process.env.BENCH_MINUTES ?? 5);
/** Starts of each side; the median counts. */
const starts = 5;
/** Time after a start until its memory counts. */
const settleMs = 5000;
/** Time after a load until its memory counts: the encoding process ends after ten seconds without a task. */
const settleAfterLoadMs = 15_000;

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
const begin = (variables = {}) => startProduct({ variables: { DATA_DIR: dataDir, ...variables } });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds that the work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The time until `/readyz` of the product answers 200 on existing data, over an empty Node.js program. */
async function startRows(): Promise<Row[]> {
  const resident: number[] = [];
  const floorOf = () => timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit'));
  const productOf = async () => {
    const began = performance.now();
    const { address, pid, stop } = await begin();
    while (!(await fetch(`${address}/readyz`)).ok) await wait(5);
    const seconds = (performance.now() - began) / 1000;
    await wait(settleMs);
    resident.push(residentWithChildren(pid));
    await stop();
    return seconds;
  };
  const { floor, product } = await byTurns({ floor: floorOf, product: productOf }, starts);
  const over = product.map((seconds, round) => seconds - (floor[round] ?? Number.NaN));
  return [
    {
      what: 'start: ready after, over `node -e 0`',
      figure: median(over),
      floor: median(floor),
      unit: 's',
      target: atMost(1),
    },
    { what: 'memory after the start', figure: median(resident), unit: 'MB', target: atMost(150) },
  ];
}

/** Memory after visitors, editors and servers have used the product at once, visitors without a pause. */
async function loadedRows(): Promise<Row[]> {
  const provider = await startProvider();
  const { address, pid, stop } = await begin({ TWILIO_API_BASE: provider.address });
  try {
    const token = await signIn(address, admin);
    const servers = await monitorClients(address, token);
    const html = await (await fetch(`${address}/`)).text();
    const paths = [
      ...['/', '/', '/', '/status', '/robots.txt', '/api/getallplandetail'],
      ...['/trpc/features.items.published', '/trpc/features.items.list?input=%7B%7D', '/trpc/health.list'],
      ...new Set(html.match(/\/images\/[\w-]+\.webp/g)),
      ...servers.map(({ badge }) => `/serverhealthbadge/${badge}.svg`),
    ];
    let turn = 0;
    const path = () => paths[turn++ % paths.length] ?? '/';
    const headers = { 'accept-encoding': 'br', authorization: `Bearer ${token}` };
    const stopEditing = startEditing(address, token, servers);
    const stopOperations = await startOperations(address, token);
    await load({ address, path, headers, milliseconds: minutes * 60_000 });
    const during = residentWithChildren(pid);
    await Promise.all([stopEditing(), stopOperations()]);
    await wait(settleAfterLoadMs);
    const what = `memory after ${minutes} minutes of mixed load`;
    return [
      { what: 'memory at the end of a mixed load, with the encoding process', figure: during, unit: 'MB' },
      { what, figure: residentWithChildren(pid), unit: 'MB', target: atMost(220) },
    ];
  } finally {
    await stop();
    await provider.stop();
  }
}

/** Saves all features twice a second and sends pings as often as a server may, until the returned function is called. */
function startEditing(address: string, token: string, servers: readonly { code: string }[]): () => Promise<void> {
  const client = trpcClient(address, token);
  let isStopped = false;
  async function save(): Promise<void> {
    while (!isStopped) {
      for (const { id, parentId: _, version, ...values } of await client.features.items.list.query({}))
        await client.features.items.save.mutate({ id, version, values });
      await wait(500);
    }
  }
  async function ping(): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const answer = await fetch(`${address}/serverhealthstatus/${servers[turn % servers.length]?.code}`);
      if (!answer.ok) throw new Error(`a ping was answered with ${answer.status}`);
      await wait(60_000 / maxPingsPerMinute / servers.length + 100);
    }
  }
  const ended = Promise.all([save(), ping()]);
  return async () => {
    isStopped = true;
    await ended;
  };
}

await runPart(async () => {
  try {
    // The first start fills the data folder and draws the pictures.
    const first = await begin();
    await untilIdle(first.pid);
    await first.stop();
    return [...(await startRows()), ...(await loadedRows())];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
