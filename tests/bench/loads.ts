import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../fixture/browser.ts';

/** A first visit with an empty cache and without interaction. */
export interface Load {
  /** Bytes on the wire, including headers. */
  bytes: number;
  byKind: Record<string, number>;
  requests: number;
  /** Bytes of all loaded and inline scripts, compressed with gzip. */
  scriptBytes: number;
  /** Requested addresses on other hosts. */
  foreign: string[];
}

/** The phone is Lighthouse's default. */
const devices = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
} as const;

/** Time for which a page may load by itself, in ms; later requests are not part of the first load. */
const settled = 2000;

/** Maximum load time of a page, in ms: the first visit draws the pictures. */
export const patience = 60_000;

/** Opens the page once and counts its requests. */
export async function measureLoads(address: string, kind: keyof typeof devices): Promise<Load> {
  const browser = await launchBrowser();
  try {
    return await measure(browser, address, kind);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, address: string, kind: keyof typeof devices): Promise<Load> {
  const page = await (await browser.newContext(devices[kind])).newPage();
  const load: Load = { bytes: 0, byKind: {}, requests: 0, scriptBytes: 0, foreign: [] };
  const kinds = new Map<string, string>();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  protocol.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    kinds.set(requestId, type ?? 'Other');
    if (/^https?:/.test(request.url) && new URL(request.url).origin !== address) load.foreign.push(request.url);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = kinds.get(requestId) ?? 'Other';
    load.requests += 1;
    load.bytes += encodedDataLength;
    load.byKind[type] = (load.byKind[type] ?? 0) + encodedDataLength;
  });
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(`${address}/`, { waitUntil: 'networkidle', timeout: patience });
  await page.waitForTimeout(settled);
  const inline = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
  const all = [...(await Promise.all(scripts)), ...inline.map((text) => Buffer.from(text))];
  load.scriptBytes = all.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return load;
}
