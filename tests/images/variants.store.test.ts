import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import { imageFormats, imageSlots, imageUrl, imageWidths } from '../../contract/images.ts';
import { encode } from '../../core/images/encoder.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { createVariantCache } from '../../server/images/variant-cache.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { drawn, noisy } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let hash: string;
let missing: string;
beforeAll(async () => {
  setup = await makeSetup();
  hash = (await setup.upload('background', await noisy(900, 450))).body.Data.hash;
  await setup.draw();
  missing = 'f'.repeat(32);
});
afterAll(() => setup.close());

const sizeOf = async (answer: Response) => sharp(Buffer.from(await answer.arrayBuffer())).metadata();

describe('a picture', () => {
  test('is served in both formats at the width asked for', async () => {
    for (const format of imageFormats) {
      const answer = await setup.image(`${hash}-750.${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      const { width, height, format: written } = await sizeOf(answer);
      expect([width, height, written]).toEqual([750, 375, format === 'avif' ? 'heif' : 'webp']);
    }
  });

  test('is served with immutable caching', async () => {
    const { headers } = await setup.image(`${hash}-80.webp`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const again = await setup.image(`${hash}-80.webp`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is kept in memory for a minute: a removed one is gone after that', async () => {
    const { body } = await setup.upload('background', await drawn('png', 300, 200, '#369'));
    await setup.draw();
    const name = `${body.Data.hash}-80.webp`;
    const bytes = await (await setup.image(name)).bytes();
    await setup.deps.db.delete(imageVariants).where(eq(imageVariants.hash, body.Data.hash));
    await setup.deps.db.delete(images).where(eq(images.hash, body.Data.hash));
    const kept = await setup.image(name);
    expect([kept.status, Buffer.compare(await kept.bytes(), bytes)]).toEqual([200, 0]);
    await setup.clock.elapse(60);
    expect((await setup.image(name)).status).toBe(404);
  });

  test('answers HEAD with its length and no body', async () => {
    const full = await (await setup.image(`${hash}-750.avif`)).arrayBuffer();
    const head = await setup.image(`${hash}-750.avif`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(full.byteLength)]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test('is never made larger than it is, and not made twice for that', async () => {
    const [wide, wider] = await Promise.all([setup.image(`${hash}-1200.webp`), setup.image(`${hash}-1920.webp`)]);
    const [first, second] = [await wide.arrayBuffer(), await wider.arrayBuffer()];
    expect((await sharp(Buffer.from(first)).metadata()).width).toBe(900);
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
    const rows = await setup.deps.db.select().from(imageVariants);
    expect(rows.filter(({ width, format }) => width > 750 && format === 'webp')).toHaveLength(1);
  });

  test('drawn beside another picture never shows that picture, and no variant is drawn twice', async () => {
    const colors = ['#900', '#090'];
    const pictures = await Promise.all(colors.map((color) => drawn('png', 600, 300, color)));
    const uploads = await Promise.all(pictures.map((bytes) => setup.upload('background', bytes)));
    const hashes = uploads.map(({ body }) => body.Data.hash);
    const before = await setup.variantsDrawn();
    const draw = (picture: ImageHash) => handlers.drawPicture.run({ hash: picture, widths: [480] }, setup.deps);
    await Promise.all(hashes.map(draw));
    await Promise.all(hashes.map(draw));
    expect((await setup.variantsDrawn()) - before).toBe(hashes.length * imageFormats.length);
    for (const [place, picture] of hashes.entries()) {
      const body = Buffer.from(await (await setup.image(`${picture}-480.avif`)).arrayBuffer());
      const [red = 0, green = 0] = await sharp(body).raw().toBuffer();
      expect([red > 100, green > 100]).toEqual([place === 0, place === 1]);
    }
  });

  test('keeps a logo’s transparency', async () => {
    const logo = await sharp({
      create: { width: 40, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const own = (await setup.upload('companyLogo', new Uint8Array(logo))).body.Data.hash;
    await setup.draw();
    for (const format of imageFormats) {
      const { hasAlpha } = await sizeOf(await setup.image(`${own}-160.${format}`));
      expect(hasAlpha).toBe(true);
    }
  });

  // A quarter of a second on an idle machine; a higher effort of the encoder would be past this limit even there.
  test('of 1920x1080 is made quickly', async () => {
    const bytes = Buffer.from(await noisy(1920, 1080));
    const started = performance.now();
    const task = { kind: 'variant', bytes, isDrawing: false, width: 1920, format: 'avif' } as const;
    expect((await encode('variant', async () => task)).width).toBe(1920);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test('is served at every width of every slot', () => {
    const widths = new Set(imageWidths);
    expect(Object.values(imageSlots).every((slot) => slot.widths.every((width) => widths.has(width)))).toBe(true);
    expect(imageUrl(imageHash(hash), 750)).toBe(`/images/${hash}-750.webp`);
  });
});

describe('404 answers', () => {
  test.each([
    ['an unknown picture', () => `${missing}-640.webp`],
    ['a width that no slot has', () => `${hash}-641.webp`],
    ['a width with a zero before it', () => `${hash}-0750.webp`],
    ['a huge width', () => `${hash}-99999999999.webp`],
    ['another format', () => `${hash}-750.png`],
    ['capital letters', () => `${hash.toUpperCase()}-750.webp`],
    ['a name of an object', () => '__proto__'],
    ['a path', () => `..%2f${hash}-750.webp`],
    ['a NUL byte', () => `${hash}-750.webp%00`],
    ['no name', () => ''],
  ])('%s', async (_name, name) => {
    const answer = await setup.image(name());
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

test('the variants in memory take a few megabytes at most, and those that were not requested for the longest time go', () => {
  const cache = createVariantCache(() => new Date(0));
  for (let number = 0; number < 100; number += 1) {
    cache.keep(`picture-${number}`, Buffer.alloc(100_000));
    cache.get('picture-0');
  }
  cache.keep('large', Buffer.alloc(400_001));
  const kept = Array.from({ length: 100 }, (_, number) => number).filter((number) => cache.get(`picture-${number}`));
  expect(kept).toEqual([0, ...Array.from({ length: 39 }, (_, place) => 61 + place)]);
  expect(cache.get('large')).toBeUndefined();
});
