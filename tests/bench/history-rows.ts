import { createHistogram } from 'node:perf_hooks';
import { admin, signIn } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { atMost, median, type Row } from './report.ts';

const warmUp = 30;
const saves = 200;
const reads = 15;

type Client = ReturnType<typeof trpcClient>;

async function adminOf(address: string): Promise<Client> {
  return trpcClient(address, await signIn(address, admin));
}

/** A function that saves the first feature. */
async function savingOf(client: Client): Promise<(number: number) => Promise<unknown>> {
  const [item] = await client.features.items.list.query({});
  if (!item) throw new Error('the sample content has no features');
  const { id, name: _, version: __, parentId: ___, ...values } = item;
  return (number) => client.features.items.save.mutate({ id, values: { ...values, name: `Saved ${number}` } });
}

/** Saves in an installation whose history has many entries, each in turn with one whose history has few. */
async function saveRow(database: string, few: Client, many: Client, entries: number): Promise<Row> {
  const sides = [
    { save: await savingOf(few), times: createHistogram() },
    { save: await savingOf(many), times: createHistogram() },
  ] as const;
  for (let number = 0; number < warmUp + saves; number += 1)
    // Each side is the first one in every second turn.
    for (const { save, times } of number % 2 === 0 ? sides : sides.toReversed()) {
      const began = performance.now();
      await save(number);
      if (number >= warmUp) times.record(Math.round((performance.now() - began) * 1000));
    }
  const [floor, figure] = [sides[0].times.percentile(50) / 1000, sides[1].times.percentile(50) / 1000];
  return {
    what: `save, ${entries.toLocaleString('en-US')} history entries; floor: few: ${database}`,
    figure,
    floor,
    ratio: figure / floor,
    unit: 'ms',
    p99: sides[1].times.percentile(99) / 1000,
    target: atMost(1.15, 'ratio'),
  };
}

/** The median time of a read in the installation with many entries, and in the one with few. */
async function readRow(
  what: string,
  few: Client,
  many: Client,
  mostMs: number,
  read: (client: Client) => Promise<unknown>,
): Promise<Row> {
  const times = { few: [0], many: [0] };
  const timed = async (client: Client) => {
    const began = performance.now();
    await read(client);
    return performance.now() - began;
  };
  for (let round = 0; round < reads; round += 1) {
    times.few[round] = await timed(few);
    times.many[round] = await timed(many);
  }
  return { what, figure: median(times.many), floor: median(times.few), unit: 'ms', target: atMost(mostMs) };
}

/** The rows of the history: saves, its lists, and the page as it was in the middle of the entries. */
export async function historyRows(
  database: string,
  addresses: { few: string; many: string },
  entries: number,
): Promise<Row[]> {
  const [few, many] = [await adminOf(addresses.few), await adminOf(addresses.many)];
  const saved = await saveRow(database, few, many, entries);
  const row = (what: string, mostMs: number, read: (client: Client) => Promise<unknown>) =>
    readRow(`${what}, ${entries.toLocaleString('en-US')} entries; floor: few: ${database}`, few, many, mostMs, read);
  const middleOf = async (client: Client) => {
    const [newest] = await client.history.list.query({ limit: 1 });
    return Math.ceil((newest?.id ?? 2) / 2);
  };
  const middle = new Map([
    [few, await middleOf(few)],
    [many, await middleOf(many)],
  ]);
  return [
    saved,
    await row('history, newest 50', 50, (client) => client.history.list.query({})),
    await row('history, a record', 50, (client) => client.history.list.query({ record: 'features.items' })),
    await row('history, a section', 50, (client) => client.history.list.query({ section: 'team' })),
    await row('page as it was', 100, (client) => client.history.page.query({ entry: middle.get(client) ?? 1 })),
  ];
}
