import { logPage } from '../../contract/message-log.ts';
import type { LogFilter } from '../../contract/telephony.ts';
import { readLogPage } from '../../core/telephony/log-query.ts';
import type { Database } from '../../db/database.ts';
import { atMost, formatNumber, median, type Row } from './report.ts';
import { account, receiverOf, sidOf } from './telephony-data.ts';

const filters: Record<string, Partial<LogFilter> & { sort?: 'status'; page?: number }> = {
  'no filter': {},
  'the last page that can be asked for': { page: 200 },
  'one message': { messageSid: sidOf(4242) },
  'a receiver': { toNumber: receiverOf(4242) },
  'the beginning of a receiver': { toNumber: receiverOf(4242).slice(0, -2) },
  'the beginning of every SID': { messageSid: 'SM0000' },
  'a sender of almost all': { fromNumber: account.number },
  'a rare sender of requests': { requestFrom: '+15005559999' },
  'an account, and a receiver': { accountSid: account.accountSid, toNumber: receiverOf(4242) },
  'an account of almost all, by status': { accountSid: account.accountSid, sort: 'status' },
};
const runs = 15;
/** Entries of the small log. */
export const fewEntries = 10_000;

/** Times of pages in milliseconds, by their filter. */
export type PageTimes = Record<string, number>;

/** Measures the pages of a log. */
export async function timePages(db: Database): Promise<PageTimes> {
  const times: PageTimes = {};
  for (const [name, filter] of Object.entries(filters)) times[name] = await time(db, filter);
  return times;
}

/** Compares a small and a large log: the slowest page, and the page with the largest growth. */
export function pageRows(few: PageTimes, many: PageTimes, entries: number, database: string): Row[] {
  let slowest = { name: '', figure: 0 };
  let steepest = { name: '', figure: 0, few: 0, grown: 0 };
  for (const [name, large] of Object.entries(many)) {
    // Below a tenth of a millisecond the overhead dominates.
    const grown = large / Math.max(few[name] ?? 0, 0.1);
    if (large > slowest.figure) slowest = { name, figure: large };
    if (grown > steepest.grown) steepest = { name, figure: large, few: few[name] ?? 0, grown };
  }
  const log = `SMS log, ${database}`;
  return [
    {
      what: `${log}: slowest of ten pages of ${formatNumber(entries)} entries (${slowest.name})`,
      figure: slowest.figure,
      unit: 'ms',
    },
    {
      what: `${log}: largest growth of a page, floor: ${formatNumber(fewEntries)} entries (${steepest.name})`,
      figure: steepest.figure,
      floor: steepest.few,
      unit: 'ms',
      ratio: steepest.grown,
      target: atMost(10, 'ratio'),
    },
  ];
}

/** Time of one page in milliseconds. */
async function time(db: Database, filter: (typeof filters)[string]): Promise<number> {
  const input = logPage.parse(filter);
  const taken: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await readLogPage(db, input);
    taken.push(performance.now() - began);
  }
  return median(taken);
}
