/** Measures reads and pings with one and with two web processes on one PostgreSQL and Redis. */

import { startTopology } from '../cluster/topology.ts';
import { codeOf, seedPostgres } from './health-data.ts';
import { load } from './load.ts';
import { residentMegabytes } from './memory.ts';
import { median, type Row, table } from './report.ts';
import { startProcess } from './servers.ts';

const connections = 64;
const seconds = 3;
const rounds = 3;
/** Enough servers that no code exceeds its limit of pings. */
const servers = 200_000;
let place = 0;
const asked: Record<string, () => string> = {
  'the page': () => '/',
  'plans over REST': () => '/api/getallplandetail',
  'pings of servers': () => `/serverhealthstatus/${codeOf(1 + (place++ % servers))}`,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const cluster = await startTopology({ web: 2, workers: 0 });
const floor = await startProcess(['tests/bench/health-floor.ts'], () => ({}));
const rows: Row[] = [];
try {
  await seedPostgres(cluster.postgres.url('postgres'), servers);
  const [one = ''] = cluster.web.map(({ address }) => address);
  const both = cluster.web.map(({ address }) => address);
  const measure = async (addresses: string | string[], path: () => string) => {
    const { perSecond, refused } = await load(addresses, path, connections, seconds * 1000);
    if (refused > 0) throw new Error(`${refused} answers to ${path()} were not 200`);
    return perSecond;
  };
  for (const [name, path] of Object.entries(asked)) {
    const runs: { floor: number; one: number; two: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push({
        floor: await measure(floor.address, () => '/serverhealthstatus/x'),
        one: await measure(one, path),
        two: await measure(both, path),
      });
    }
    const shown = (figure: number) => Math.round(figure);
    const middle = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
    rows.push(
      { name: `${name}: one process, a second`, target: 'shown only', figure: shown(middle((run) => run.one)) },
      { name: `${name}: two processes, a second`, target: 'shown only', figure: shown(middle((run) => run.two)) },
      { name: `${name}: two to one`, target: 'shown only', figure: middle((run) => run.two / run.one) },
      {
        name: `${name}: one process to a bare Fastify route`,
        target: 'shown only',
        figure: middle((run) => run.one / run.floor),
      },
    );
  }
  const resident = cluster.web.map(({ pid }) => Math.round(residentMegabytes(pid)));
  rows.push({
    name: 'Memory of a web process after all this, MB',
    target: 'shown only',
    figure: Math.max(...resident),
  });
} finally {
  await floor.stop();
  await cluster.stop();
}
say(table(rows));
