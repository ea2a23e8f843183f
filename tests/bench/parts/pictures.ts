/** `npm run bench:pictures`: how long visitors wait for pictures after a first start and right after an upload. */

import sharp from 'sharp';
import { z } from 'zod';
import { imageSlots, thumbnailWidth } from '../../../contract/images.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

/** First starts; the median counts. */
const rounds = 3;
/** Limit of an answer; an encoder takes 0.1 to 1 s for a picture as wide as the window. */
const maxMs = 100;

/** Milliseconds until the whole answer has arrived, and whether it is the finished picture. */
async function request(url: string): Promise<{ ms: number; isFinished: boolean }> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { accept: 'image/avif,image/webp,*/*' } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  const isFinished = answer.headers.get('cache-control')?.includes('immutable') ?? false;
  return { ms: performance.now() - began, isFinished };
}

/** The slowest of the requests, one after the other, in ms. */
async function slowest(urls: readonly string[]): Promise<number> {
  let most = 0;
  for (const url of urls) most = Math.max(most, (await request(url)).ms);
  return most;
}

/** A photograph of 12 million pixels. */
async function photograph(color: string): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 120, sigma: 9 } as const;
  const image = sharp({ create: { width: 4000, height: 3000, channels: 3, background: color, noise } });
  return new Blob([new Uint8Array(await image.blur(2).jpeg({ quality: 50 }).toBuffer())]);
}

async function upload(address: string, picture: Blob): Promise<string[]> {
  const body = new FormData();
  body.append('slot', 'wideBackground');
  body.append('image', picture, 'picture.jpg');
  const headers = { authorization: `Bearer ${await signIn(address, admin)}` };
  const answer = await fetch(`${address}/api/images`, { method: 'POST', headers, body });
  const { Data } = z.object({ Data: z.object({ hash: z.string() }) }).parse(await answer.json());
  const names = [thumbnailWidth, ...imageSlots.wideBackground.widths].flatMap((width) => [
    `${width}.avif`,
    `${width}.webp`,
  ]);
  return names.map((name) => `${address}/images/${Data.hash}-${name}`);
}

/** Seconds until all of the pictures are finished. */
async function untilFinished(urls: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const url of urls) {
    while (!(await request(url)).isFinished) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (performance.now() - began) / 1000;
}

await runPart(async () => {
  const figures: { firstVisit: number; secondVisit: number; upload: number; finished: number }[] = [];
  const picture = await photograph('#246');
  for (let round = 0; round < rounds; round++) {
    const { address, stop } = await startProduct();
    try {
      const html = await (await fetch(`${address}/`)).text();
      const urls = [...new Set(html.match(/\/images\/[\w-]+\.(avif|webp)/g))].map((path) => address + path);
      const firstVisit = await slowest(urls);
      const secondVisit = await slowest(urls);
      const uploaded = await upload(address, picture);
      const afterUpload = await slowest(uploaded);
      figures.push({
        firstVisit,
        secondVisit,
        upload: afterUpload,
        finished: await untilFinished(uploaded),
      });
    } finally {
      await stop();
    }
  }
  const of = (key: keyof (typeof figures)[number]) => median(figures.map((figure) => figure[key]));
  const rows: Row[] = [
    {
      what: 'slowest picture of the page after a first start; floor: again',
      figure: of('firstVisit'),
      floor: of('secondVisit'),
      unit: 'ms',
      target: atMost(maxMs),
    },
    { what: 'slowest variant of a photograph just uploaded', figure: of('upload'), unit: 'ms', target: atMost(maxMs) },
    { what: 'all eight variants of the photograph finished', figure: of('finished'), unit: 's' },
  ];
  return rows;
});
