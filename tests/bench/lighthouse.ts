import lighthouse from 'lighthouse';
import { launchBrowser } from '../fixture/browser.ts';
import { freePort } from '../fixture/free-port.ts';

/** Result of one Lighthouse run: scores from 0 to 100, times in ms. */
export interface LighthouseRun {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  /** Blocking time without other load on the machine: computed from processor time, with the same throttling. */
  ownBlocking: number;
  /** Lighthouse's benchmark of the machine during the run; its throttling is meant for about 1500. */
  machine: number;
  /** Failed audits outside performance. */
  failed: string[];
}

/** Runs Lighthouse with its default phone on each page in turns, so that a busy moment affects all pages. */
export async function lighthouseRuns<Name extends string>(
  count: number,
  pages: Record<Name, string>,
): Promise<Record<Name, LighthouseRun[]>>;
export async function lighthouseRuns(count: number, pages: Record<string, string>) {
  const runs: Record<string, LighthouseRun[]> = {};
  for (let round = 0; round < count; round++) {
    for (const [name, address] of Object.entries(pages)) {
      const list = runs[name] ?? [];
      runs[name] = [...list, await run(`${address}/`)];
    }
  }
  return runs;
}

async function run(address: string): Promise<LighthouseRun> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      ownBlocking: ownBlocking(
        result.artifacts.Trace.traceEvents,
        result.lhr.configSettings.throttling.cpuSlowdownMultiplier,
      ),
      machine: result.lhr.environment.benchmarkIndex,
      failed: ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
        (categories[name]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
          .map(({ id }) => `${name}: ${audits[id]?.title ?? id}`),
      ),
    };
  } finally {
    await browser.close();
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start, in microseconds. */
  ts: number;
  /** Processor time, in microseconds. */
  tdur?: number;
  args: { data?: { documentLoaderURL?: string } };
}

/** Sum of the time above 50 ms of each main-thread task, in milliseconds. */
function ownBlocking(events: readonly TraceEvent[], slowdown: number): number {
  const begin = events.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http'),
  );
  if (!begin) return Number.NaN;
  return events
    .filter(({ name, ph, pid, tid, ts }) => {
      return ph === 'X' && pid === begin.pid && tid === begin.tid && ts > begin.ts && name.endsWith('RunTask');
    })
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - 50), 0);
}
