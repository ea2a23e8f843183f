/**
 * `npm run bench:reads`: rates of reads of the rate of a bare server that sends the same answer, on SQLite and on
 * PostgreSQL. Floor and product answer by turns, over 50 connections.
 */

import { antiForgery } from '../../../contract/session.ts';
import { startTopology } from '../../cluster/topology.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { capture, type FloorKind, headerOf, startFloor } from '../floors.ts';
import { monitorClients } from '../health-data.ts';
import { untilIdle } from '../memory.ts';
import { type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';
import { loadByTurns, p99Row, rateRow } from '../turns.ts';

/** A read and its floor. */
interface Read {
  what: string;
  path: string;
  headers?: Record<string, string>;
  /** True to send the answer's ETag, so that the product answers 304. */
  isRevalidation?: boolean;
  floor: FloorKind;
  /** Target of the ratio; without it the row is only shown. */
  least?: number;
  /** Target of the p99 in ms, shown in a separate row. */
  mostP99?: number;
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const page: Read = { what: 'GET / br', path: '/', headers: browser, floor: 'http' };

/** The reads with a target; they need the sample content only. */
function targetReads(token: string): Read[] {
  return [
    { ...page, least: 0.85, mostP99: 4 },
    { ...page, what: 'GET / 304', isRevalidation: true, least: 0.85 },
    { what: 'REST list, public', path: '/api/getallplandetail', floor: 'http', least: 0.8 },
    { what: 'tRPC list, public', path: '/trpc/features.items.published', floor: 'fastify', least: 0.6 },
    {
      what: 'tRPC list, signed in',
      path: `/trpc/features.items.list?input=${encodeURIComponent('{}')}`,
      // As the back office sends them: without the cookie each answer would set one.
      headers: { authorization: `Bearer ${token}`, cookie: `${antiForgery.cookie}=${'x'.repeat(32)}` },
      floor: 'fastify',
      least: 0.25,
    },
  ];
}

/** The other frequent reads. */
async function shownReads(address: string, token: string): Promise<Read[]> {
  const badges = await monitorClients(address, token);
  const html = await (await fetch(`${address}/`)).text();
  const picture = /\/images\/[\w-]+\.webp/.exec(html)?.[0];
  if (picture === undefined) throw new Error('the page shows no picture');
  return [
    { what: '/images/…', path: picture, floor: 'fastify' },
    { what: `/status, ${badges.length} servers`, path: '/status', floor: 'fastify' },
    { what: '/serverhealthbadge/…', path: `/serverhealthbadge/${badges[0]?.badge}.svg`, floor: 'fastify' },
    { what: '/robots.txt', path: '/robots.txt', floor: 'fastify' },
    { what: '/sitemap.xml', path: '/sitemap.xml', floor: 'fastify' },
  ];
}

/** Measures a read of the product at these addresses. */
async function measure(addresses: string[], read: Read, place: string): Promise<Row[]> {
  const { what, path, headers = {}, isRevalidation = false, floor, least, mostP99 } = read;
  const [address = ''] = addresses;
  const etag = headerOf(await capture(address, path, headers), 'etag');
  const sent = isRevalidation ? { ...headers, 'if-none-match': etag } : headers;
  const answer = await capture(address, path, sent);
  if (answer.status !== (isRevalidation ? 304 : 200)) throw new Error(`${path} answered ${answer.status}`);
  const bare = await startFloor(floor, answer);
  try {
    const request = { path, headers: sent, status: answer.status };
    const turns = await loadByTurns({
      floor: { ...request, address: bare.address },
      product: { ...request, address: addresses },
    });
    const rate = rateRow(`${what}: ${place}`, turns, least);
    return mostP99 === undefined ? [rate] : [rate, p99Row(`p99 of ${what}: ${place}`, turns, mostP99)];
  } finally {
    await bare.stop();
  }
}

/** One process on SQLite: every read. */
async function sqliteRows(): Promise<Row[]> {
  const product = await startProduct();
  try {
    const token = await signIn(product.address, admin);
    await untilIdle(product.pid);
    const rows: Row[] = [];
    for (const read of [...targetReads(token), ...(await shownReads(product.address, token))])
      rows.push(...(await measure([product.address], read, 'SQLite')));
    return rows;
  } finally {
    await product.stop();
  }
}

/** Web processes on PostgreSQL and Redis: the reads with a target, and the page from two processes at once. */
async function postgresRows(): Promise<Row[]> {
  const cluster = await startTopology({ web: 2, workers: 0 });
  try {
    const both = cluster.web.map(({ address }) => address);
    const rows: Row[] = [];
    for (const read of targetReads(await signIn(both[0] ?? '', admin)))
      rows.push(...(await measure(both.slice(0, 1), read, 'PostgreSQL')));
    return [...rows, ...(await measure(both, page, 'PostgreSQL, two processes'))];
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows())]);
