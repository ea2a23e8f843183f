/** `npm run bench -- alarms`: the time from a change of a server's state until its alarm has arrived (docs/alarms.md). */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealAddress } from '../../../core/alarms/channel-address.ts';
import { readConfig } from '../../../core/config/config.ts';
import { alarmChannels, monitorChannels } from '../../../db/schema/alarms.ts';
import { codeOf, pause, seed } from '../health-data.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

const servers = 10_000;
/** Servers that fail one after the other, 1,000 a minute. */
const failing = 500;
const everyMs = 60;

/** Starts a receiver; when the alarm of a place arrived, by its path. */
async function startReceiver() {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    arrived.set(request.url ?? '', performance.now());
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { arrived, address: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}

async function delays(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-alarms-'));
  const receiver = await startReceiver();
  const { db, close } = await seed(dataDir, servers);
  const config = readConfig({ DATA_DIR: dataDir });
  const places = Array.from({ length: failing }, (_, place) => place + 1);
  await db.insert(alarmChannels).values(
    places.map((id) => ({
      id,
      kind: 'webhook' as const,
      name: `Team ${id}`,
      target: 'receiver',
      sealed: sealAddress(config, { target: `${receiver.address}/${id}`, secret: '' }),
      createdAt: new Date(),
    })),
  );
  await db.insert(monitorChannels).values(places.map((id) => ({ clientId: id, channelId: id })));
  const product = await startProduct({
    variables: { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', CHECK_PRIVATE_NETWORKS: 'on' },
  });
  await pause(3000);
  const changed = new Map<number, number>();
  const pings = places.map(async (place) => {
    await pause(place * everyMs);
    const answer = await fetch(`${product.address}/serverhealthstatus/${codeOf(place)}/1`);
    if (!answer.ok) throw new Error(`a ping was answered ${answer.status}`);
    changed.set(place, performance.now());
  });
  await Promise.all(pings);
  for (let waited = 0; receiver.arrived.size < failing && waited < 30; waited += 1) await pause(1000);
  await product.stop();
  receiver.stop();
  await close();
  await rm(dataDir, { recursive: true, force: true });
  const took = places.map((place) => (receiver.arrived.get(`/${place}`) ?? Number.NaN) - (changed.get(place) ?? 0));
  if (took.some(Number.isNaN)) throw new Error(`${receiver.arrived.size} of ${failing} alarms arrived`);
  const sorted = took.toSorted((a, b) => a - b);
  return [
    {
      what: 'alarm at its receiver after a change, 1,000 changes a minute: median',
      figure: median(took) / 1000,
      unit: 's',
    },
    {
      what: 'alarm at its receiver after a change, 1,000 changes a minute: slowest',
      figure: (sorted.at(-1) ?? Number.NaN) / 1000,
      unit: 's',
      target: atMost(2),
    },
  ];
}

await runPart(delays);
