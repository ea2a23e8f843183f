import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { amountInName } from '../../core/boards/amount.ts';
import type { ExpenseReport } from '../../core/boards/report.ts';
import { reportXlsx } from '../../core/boards/report-xlsx.ts';
import { idle, until } from '../fakes/clock.ts';

const cards = 10_000;

/** A report of many cards that counts the cards read and calls back for each. */
function largeReport(onCard: (card: number) => void = () => {}) {
  const counter = { read: 0 };
  const report: ExpenseReport = {
    title: 'Everything',
    subtitle: 'Board: Large',
    scope: 'list',
    notes: '',
    madeAt: new Date('2026-03-10T12:00:00Z'),
    async *expenses() {
      for (let card = 0; card < cards; card += 1) {
        counter.read += 1;
        onCard(card);
        yield {
          board: 'Large',
          list: 'Everything',
          dateUsed: 'Due date',
          date: new Date(Date.UTC(2026, 0, 1 + (card % 300))),
          card: `Card ${card}`,
          // Text that does not compress away, so that the file is as large as a real one.
          description: Array.from({ length: 40 }, (_, word) => ((card * 7919 + word * 104729) % 1e9).toString(36)).join(
            ' ',
          ),
          labels: 'Hotel',
          category: `Category ${card % 7}`,
          amount: amountInName(`$${card}.25`),
          url: `https://trello.com/c/${card}`,
          isArchived: false,
        };
      }
    },
  };
  return { counter, report };
}

const fail = (error: unknown) => {
  throw error;
};

test('ten thousand cards stream as they are read: a reader that stops also stops the reading of cards', async () => {
  const { counter, report } = largeReport();
  const stream = reportXlsx(report, fail);
  await until(() => counter.read > 0 && stream.readableLength > 0);
  for (let turn = 0; turn < 100; turn += 1) await idle();
  expect(counter.read).toBeLessThan(cards / 4);
  const { sheets } = await readXlsx(await buffer(stream));
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Expenses', cards + 5],
    ['Totals', 5 + 7 + 1],
    ['Without amount', 6],
  ]);
  expect(sheets[1]?.rows.at(-1)).toEqual(['All', '$', cards, (cards * (cards - 1)) / 2 + cards * 0.25]);
});

test('ten thousand cards take no more memory than a thousand', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // The least of several samples: the packer's buffers come and go.
  const held = { early: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };
  const { report } = largeReport((card) => {
    const time = card >= 500 && card < 1_000 ? 'early' : card >= cards - 500 ? 'late' : null;
    if (time === null || card % 50 !== 0) return;
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    held[time] = Math.min(held[time], heapUsed + arrayBuffers);
  });
  const stream = reportXlsx(report, fail);
  for await (const _chunk of stream);
  // In bytes. The links of 9,000 cards, and 9,000 cards that wait to be packed, take three times as much.
  expect(held.late - held.early).toBeLessThan(1_000_000);
});

test('a reader that closes the stream ends the work without a failure', async () => {
  const { counter, report } = largeReport();
  const failures: unknown[] = [];
  const stream = reportXlsx(report, (error) => failures.push(error));
  await until(() => stream.readableLength > 0);
  stream.destroy();
  for (let turn = 0; turn < 100; turn += 1) await idle();
  const { read } = counter;
  for (let turn = 0; turn < 100; turn += 1) await idle();
  expect(counter.read).toBe(read);
  expect(read).toBeLessThan(cards);
  expect(failures).toEqual([]);
});

test('unreadable cards end the file with an error and report it', async () => {
  const { report } = largeReport();
  const failures: unknown[] = [];
  const broken: ExpenseReport = {
    ...report,
    async *expenses() {
      yield* [];
      throw new Error('the database is gone');
    },
  };
  const stream = reportXlsx(broken, (error) => failures.push(error));
  await expect(buffer(stream)).rejects.toThrow('the database is gone');
  expect(failures).toHaveLength(1);
});
