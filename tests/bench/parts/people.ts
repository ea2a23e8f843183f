/** `npm run bench -- people`: the time of a sign-in over its password check alone, and the cost of a permission check. */

import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { hashPassword, verifyPassword } from '../../../core/accounts/passwords.ts';
import { checkCaller } from '../../../server/accounts/may-call.ts';
import { startTopology } from '../../cluster/topology.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { sessionFor } from '../../fixture/session.ts';
import { untilIdle } from '../memory.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

/** Without a limit of attempts, which would count the bench as an attack. */
const variables = { LOGIN_ATTEMPTS_PER_MINUTE: '100000' };
const warmUp = 10;
const signIns = 200;
/** People who sign in at the same time. */
const together = 8;

const percentile = (times: RecordableHistogram, share: number) => times.percentile(share) / 1000;

async function timed(times: RecordableHistogram, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  times.record(Math.max(1, Math.round((performance.now() - began) * 1000)));
}

/** Sign-ins one after the other, each in turn with a password check, then sign-ins of several people at once. */
async function signInRows(database: string, address: string): Promise<Row[]> {
  const hash = await hashPassword(admin.password);
  const check = () => verifyPassword(hash, admin.password);
  const enter = () => signIn(address, admin);
  for (let number = 0; number < warmUp; number += 1) await Promise.all([check(), enter()]);
  const times = { floor: createHistogram(), one: createHistogram(), many: createHistogram() };
  for (let number = 0; number < signIns; number += 1) {
    await timed(times.floor, check);
    await timed(times.one, enter);
  }
  for (let number = 0; number < signIns / together; number += 1)
    await Promise.all(Array.from({ length: together }, () => timed(times.many, enter)));
  return [
    {
      what: `sign-in, over argon2id alone: ${database}`,
      figure: percentile(times.one, 50) - percentile(times.floor, 50),
      floor: percentile(times.floor, 50),
      unit: 'ms',
      p99: percentile(times.one, 99),
      target: atMost(250, 'p99'),
    },
    {
      what: `sign-in, ${together} people at once: ${database}`,
      figure: percentile(times.many, 50),
      unit: 'ms',
      p99: percentile(times.many, 99),
      target: atMost(500, 'p99'),
    },
  ];
}

const checks = 1_000_000;

/** Nanoseconds of one call. */
function costOf(call: () => unknown): number {
  const began = performance.now();
  for (let number = 0; number < checks; number += 1) call();
  return ((performance.now() - began) * 1e6) / checks;
}

/** The check of a caller whose permission is the last of several, over a call that checks nothing. */
function permissionRow(): Row {
  const session = sessionFor('Operator');
  const now = new Date();
  const access = { access: ['audit:read', 'users', 'jobs'] } as const;
  const floor = () => session;
  const check = () => checkCaller(session, access, now);
  const runs = Array.from({ length: 7 }, () => ({ floor: costOf(floor), product: costOf(check) }));
  return {
    what: 'permission check of a call',
    figure: median(runs.map(({ product }) => product)),
    floor: median(runs.map((run) => run.floor)),
    unit: 'ns',
    target: atMost(1000),
  };
}

async function sqliteRows(): Promise<Row[]> {
  const product = await startProduct({ variables });
  try {
    await untilIdle(product.pid);
    return await signInRows('SQLite', product.address);
  } finally {
    await product.stop();
  }
}

async function postgresRows(): Promise<Row[]> {
  const cluster = await startTopology({ web: 1, workers: 0, variables });
  try {
    return await signInRows('PostgreSQL', cluster.web[0]?.address ?? '');
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows()), permissionRow()]);
