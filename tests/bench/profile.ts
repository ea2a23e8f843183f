/**
 * Entry of `npm run bench:profile -- <path>`: where the processor time of a read goes, as a summary of its flame graph.
 *
 *     npm run bench:profile -- /
 *     npm run bench:profile -- '/trpc/features.items.list?input={}'    signed in, as every path below /trpc
 *     npm run bench:profile -- '/serverhealthstatus/*'                 pings, each of another server
 *
 * Starts the product on SQLite with --cpu-prof, puts the path under the load of the benches for 6 s, and prints the self
 * time by package or module and by function, in per cent of the busy time. The profile stays in the system's temporary
 * folder; Chromium's developer tools draw the flame graph from the file.
 */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { antiForgery } from '../../contract/session.ts';
import { admin, signIn } from '../fixture/server.ts';
import { codeOf, seed } from './health-data.ts';
import { load } from './load.ts';
import { untilIdle } from './memory.ts';
import { startProduct } from './servers.ts';

const seconds = 6;
/** More than a run pings: a second ping of a server within a minute takes another path. */
const servers = 1_000_000;
const root = join(import.meta.dirname, '../..');

const profile = z.object({
  nodes: z.array(
    z.object({ id: z.int(), callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }) }),
  ),
  /** Microseconds of the system's monotonic clock, as process.hrtime. */
  startTime: z.number(),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});
type Frame = z.infer<typeof profile>['nodes'][number]['callFrame'];

const [path] = process.argv.slice(2);
if (path === undefined || !path.startsWith('/')) throw new TypeError('usage: npm run bench:profile -- <path>');
const isPing = path.startsWith('/serverhealthstatus/');

const folder = await mkdtemp(join(tmpdir(), 'vitrine-profile-'));
const dataDir = join(folder, 'data');
if (isPing) await (await seed(dataDir, servers)).close();
const product = await startProduct({
  node: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  variables: { DATA_DIR: dataDir, ...(isPing && { SAMPLE_CONTENT: 'off' }) },
});
await untilIdle(product.pid);
const token = path.startsWith('/trpc/') ? await signIn(product.address, admin) : null;
const headers = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  // As the back office sends them.
  ...(token !== null && { authorization: `Bearer ${token}`, cookie: `${antiForgery.cookie}=${'x'.repeat(32)}` }),
};
let place = 0;
const nextCode = () => `/serverhealthstatus/${codeOf(1 + (place++ % servers))}`;
const asked = { address: product.address, path: isPing ? nextCode : encodeURI(path), headers };
await load({ ...asked, milliseconds: 1500 });
const began = Number(process.hrtime.bigint()) / 1000;
const { perSecond, p99 } = await load({ ...asked, milliseconds: seconds * 1000 });
const ended = Number(process.hrtime.bigint()) / 1000;
await product.stop();
await rm(dataDir, { recursive: true, force: true });

const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
const { nodes, startTime, samples, timeDeltas } = profile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
const modules = new Map<string, number>();
const functions = new Map<string, number>();
let busy = 0;
let at = startTime;
for (const [index, id] of samples.entries()) {
  const taken = timeDeltas[index] ?? 0;
  at += taken;
  const frame = frames.get(id);
  if (!frame || at < began || at > ended || frame.functionName === '(idle)') continue;
  busy += taken;
  const module = moduleOf(frame);
  modules.set(module, (modules.get(module) ?? 0) + taken);
  const name = `${frame.functionName || '(anonymous)'} ${placeOf(frame)}`;
  functions.set(name, (functions.get(name) ?? 0) + taken);
}
const per = Math.round(busy / (perSecond * seconds));
process.stdout.write(`${path}: ${Math.round(perSecond)} a second, p99 ${p99.toFixed(1)} ms, ${per} µs busy for each\n`);
process.stdout.write(`\nby package or module\n${top(modules, 14)}\nby function\n${top(functions, 25)}`);
process.stdout.write(`\nprofile: ${join(folder, file)}\n`);

function top(times: ReadonlyMap<string, number>, count: number): string {
  const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, count);
  return sorted.map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(6)} %  ${name}\n`).join('');
}

/** A package, a module of the product, a part of Node.js, or native code. */
function moduleOf({ functionName, url }: Frame): string {
  const packaged = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packaged !== undefined) return packaged;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  if (url.includes(root))
    return url
      .slice(url.indexOf(root) + root.length + 1)
      .split('/')
      .slice(0, 2)
      .join('/');
  return functionName.startsWith('(') ? functionName : 'native code';
}

function placeOf({ url, lineNumber }: Frame): string {
  if (url === '') return '';
  const short = url.includes(root) ? url.slice(url.indexOf(root) + root.length + 1) : url;
  return `${short.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`;
}
