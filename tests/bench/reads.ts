/** Measures reads with one and with two web processes on one PostgreSQL and Redis; ends with 1 when a target is missed. */

import { startTopology } from '../cluster/topology.ts';
import { load } from './load.ts';
import { isMet, median, type Row, table } from './report.ts';
import { startProcess } from './servers.ts';

const connections = 64;
const seconds = 3;
const rounds = 3;
const reads = { 'the page': '/', 'plans over REST': '/api/getallplandetail' };

const say = (line: string) => process.stdout.write(`${line}\n`);

const cluster = await startTopology({ web: 2, workers: 0 });
const floor = await startProcess(['tests/bench/health-floor.ts'], () => ({}));
const rows: Row[] = [];
try {
  const [one = ''] = cluster.web.map(({ address }) => address);
  const both = cluster.web.map(({ address }) => address);
  const measure = async (addresses: string | string[], path: string) => {
    const { perSecond, refused } = await load(addresses, () => path, connections, seconds * 1000);
    if (refused > 0) throw new Error(`${refused} answers to ${path} were not 200`);
    return perSecond;
  };
  for (const [name, path] of Object.entries(reads)) {
    const runs: { floor: number; one: number; two: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push({
        floor: await measure(floor.address, '/serverhealthstatus/x'),
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
} finally {
  await floor.stop();
  await cluster.stop();
}
say(table(rows));
if (!rows.every(isMet)) process.exitCode = 1;
