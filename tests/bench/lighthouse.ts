import lighthouse from 'lighthouse';
import { launchBrowser } from '../fixture/browser.ts';
import { freePort } from '../fixture/server.ts';

/** What one Lighthouse run says: scores from 0 to 100, times in ms. */
export interface LighthouseRun {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  /** What cost points outside performance. */
  failed: string[];
}

/** Runs Lighthouse (a throttled phone, its default) on each page by turns, so that a busy moment meets all of them. */
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
