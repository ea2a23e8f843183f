/** `npm run bench:page`: the landing page with the sample content, as visitors load it. */

import { startFloor } from '../floors.ts';
import { type LighthouseRun, lighthouseRuns } from '../lighthouse.ts';
import { measureLoads } from '../loads.ts';
import { untilIdle } from '../memory.ts';
import { atLeast, atMost, median, type Row, runPart } from '../report.ts';
import { type Served, startProduct } from '../servers.ts';
import { measureTexts, violations } from '../visitors.ts';

/** Lighthouse runs of each page; the median counts. */
const runs = 5;

/** Widths (px) at which accessibility is checked. */
const widths = [375, 768, 1440];

/** A page with the same text and nothing else: what this machine and Lighthouse allow. */
async function startPlainPage(address: string): Promise<Served> {
  const html = await (await fetch(`${address}/`)).text();
  const text = html
    .slice(html.indexOf('<body>'))
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  const plain = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Text</title></head><body><main><p>${text}</p></main></body></html>`;
  const headers = ['content-type', 'text/html; charset=utf-8'];
  return startFloor('http', { status: 200, headers, body: Buffer.from(plain) });
}

await runPart(async () => {
  const product = await startProduct();
  const floor = await startPlainPage(product.address);
  try {
    // Visitors get substitutes while pictures are drawn.
    await untilIdle(product.pid);
    const phone = await measureLoads(product.address, 'phone');
    const desktop = await measureLoads(product.address, 'desktop');
    const texts = await measureTexts(product.address);
    const found = await violations(product.address, widths);
    const { page, plain } = await lighthouseRuns(runs, { page: product.address, plain: floor.address });
    const notes = [
      ...found,
      ...texts.flatMap(({ width, missing, widest }) => [
        ...missing.map((word) => `only with script at ${width} px: ${word}`),
        ...widest.map((element) => `wider than the window at ${width} px: ${element}`),
      ]),
      ...page.flatMap((run) => run.failed),
      ...[...phone.foreign, ...desktop.foreign].map((address) => `other host: ${address}`),
      `first load on a phone, bytes: ${JSON.stringify(phone.byKind)}, in ${phone.requests} requests`,
      `first load on a desktop, bytes: ${JSON.stringify(desktop.byKind)}, in ${desktop.requests} requests`,
      `benchmark of the machine by Lighthouse, which expects about 1500: ${median(page.map((run) => run.machine))}`,
    ];
    for (const note of new Set(notes)) process.stderr.write(`- ${note}\n`);

    const lighthouse = (
      what: string,
      unit: string,
      pick: (run: LighthouseRun) => number,
      target?: Row['target'],
    ): Row => ({
      what: `page: ${what}`,
      unit,
      figure: median(page.map(pick)),
      floor: median(plain.map(pick)),
      ...(target && { target }),
    });
    const score = (what: string, pick: (run: LighthouseRun) => number): Row => ({
      what: `page: Lighthouse ${what}`,
      figure: median(page.map(pick)),
      target: atLeast(100),
    });
    return [
      lighthouse('Lighthouse performance', '', (run) => run.performance, atLeast(100)),
      score('accessibility', (run) => run.accessibility),
      score('best practices', (run) => run.bestPractices),
      score('SEO', (run) => run.seo),
      lighthouse('largest contentful paint', 's', (run) => run.largestPaint / 1000, atMost(1.1)),
      lighthouse('blocking time', 'ms', (run) => run.blocking, atMost(50)),
      lighthouse('blocking time, other load excluded', 'ms', (run) => run.ownBlocking),
      lighthouse('layout shift', '', (run) => run.shift, atMost(0.01)),
      { what: 'page: first load, phone', figure: phone.bytes / 1024, unit: 'KB', target: atMost(160) },
      { what: 'page: first load, desktop', figure: desktop.bytes / 1024, unit: 'KB', target: atMost(400) },
      {
        what: 'page: script before interaction, gzip',
        figure: phone.scriptBytes / 1024,
        unit: 'KB',
        target: atMost(15),
      },
      {
        what: 'page: requests to other hosts',
        figure: phone.foreign.length + desktop.foreign.length,
        target: atMost(0),
      },
      { what: 'page: axe violations, two schemes, three widths', figure: found.length, target: atMost(0) },
      {
        what: 'page: wider than the window',
        figure: Math.max(...texts.map((text) => text.overflow)),
        unit: 'px',
        target: atMost(0),
      },
      { what: 'page: words that need script', figure: texts.flatMap((text) => text.missing).length, target: atMost(0) },
    ];
  } finally {
    await floor.stop();
    await product.stop();
  }
});
