/** Measures the landing page against its targets on the sample content; exits with 1 if one is missed. */

import { execFileSync } from 'node:child_process';
import { lighthouseRuns } from './lighthouse.ts';
import { measureLoads } from './loads.ts';
import { isMet, median, type Row, round, table } from './report.ts';
import { startFloor, startProduct } from './servers.ts';
import { measureTexts, violations } from './visitors.ts';

/** Lighthouse runs of each page; the median counts. */
const runs = 5;

/** Widths (px) at which accessibility is checked. */
const widths = [375, 768, 1440];

const say = (line: string) => process.stdout.write(`${line}\n`);

execFileSync(process.execPath, ['web/build.ts', '--if-needed'], { stdio: 'inherit' });
const product = await startProduct();
const floor = await startFloor(product.address);
try {
  // The first request draws a picture: one visit of each kind draws the pictures of the measured visits.
  for (const kind of ['phone', 'desktop'] as const) await measureLoads(product.address, kind);
  const phone = await measureLoads(product.address, 'phone');
  const desktop = await measureLoads(product.address, 'desktop');
  const texts = await measureTexts(product.address);
  const found = await violations(product.address, widths);
  const { page, plain } = await lighthouseRuns(runs, { page: product.address, plain: floor.address });

  const of = (pick: (run: (typeof page)[number]) => number) => median(page.map(pick));
  const rows: Row[] = [
    { name: 'Lighthouse performance', target: 'at least 99', figure: of((run) => run.performance), least: 99 },
    { name: 'Lighthouse accessibility', target: '100', figure: of((run) => run.accessibility), least: 100 },
    { name: 'Lighthouse best practices', target: '100', figure: of((run) => run.bestPractices), least: 100 },
    { name: 'Lighthouse SEO', target: '100', figure: of((run) => run.seo), least: 100 },
    { name: 'Largest contentful paint, ms', target: 'shown only', figure: of((run) => run.largestPaint) },
    { name: 'Blocking time, ms', target: 'at most 50', figure: of((run) => run.blocking), most: 50 },
    { name: 'Layout shift', target: 'at most 0.01', figure: of((run) => run.shift), most: 0.01 },
    { name: 'Script before interaction, gzip bytes', target: 'at most 15360', figure: phone.scriptBytes, most: 15_360 },
    { name: 'First load on a phone, bytes', target: 'at most 409600', figure: phone.bytes, most: 409_600 },
    { name: 'First load on a desktop, bytes', target: 'at most 409600', figure: desktop.bytes, most: 409_600 },
    { name: 'Requests to other hosts', target: '0', figure: phone.foreign.length + desktop.foreign.length, most: 0 },
    { name: 'axe violations, both schemes, three widths', target: '0', figure: found.length, most: 0 },
    {
      name: 'Wider than the window, px',
      target: '0',
      figure: Math.max(...texts.map((text) => text.overflow)),
      most: 0,
    },
    { name: 'Words that need script', target: '0', figure: texts.flatMap((text) => text.missing).length, most: 0 },
  ];
  say(table(rows));

  const plainOf = (pick: (run: (typeof plain)[number]) => number) => median(plain.map(pick));
  say('\nThe same text as a bare page, in the same runs: what this machine and Lighthouse allow');
  for (const [name, pick] of [
    ['performance', (run: (typeof page)[number]) => run.performance],
    ['largest contentful paint, ms', (run: (typeof page)[number]) => run.largestPaint],
    ['blocking time, ms', (run: (typeof page)[number]) => run.blocking],
    ['blocking time, other load excluded, ms', (run: (typeof page)[number]) => run.ownBlocking],
    ['benchmark of the machine (Lighthouse expects about 1500)', (run: (typeof page)[number]) => run.machine],
  ] as const) {
    const [ours, bare] = [of(pick), plainOf(pick)];
    say(`  ${name}: ${round(bare)} (the page ${round(ours)}${bare > 0 ? `, ${round(ours / bare)} times` : ''})`);
  }
  say(`\nFirst load on a phone by kind, bytes: ${JSON.stringify(phone.byKind)}, in ${phone.requests} requests`);
  say(`First load on a desktop: ${JSON.stringify(desktop.byKind)}, in ${desktop.requests} requests`);
  const notes = [
    ...found,
    ...texts.flatMap(({ width, missing, widest }) => [
      ...missing.map((word) => `only with script at ${width} px: ${word}`),
      ...widest.map((element) => `wider than the window at ${width} px: ${element}`),
    ]),
    ...page.flatMap((run) => run.failed),
    ...[...phone.foreign, ...desktop.foreign].map((address) => `other host: ${address}`),
  ];
  for (const note of new Set(notes)) say(`- ${note}`);
  if (!rows.every(isMet)) process.exitCode = 1;
} finally {
  await floor.stop();
  await product.stop();
}
