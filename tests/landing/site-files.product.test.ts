import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageHash } from '../../contract/image-hash.ts';
import { until } from '../fakes/clock.ts';
import { readJson } from '../fixture/read-json.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { parseMetrics } from '../metrics/text.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.address}${path}`, { headers });
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const html = async () => (await get('/')).text();
const api = () => trpcClient(server.address, server.adminToken);

/** The pattern's first capture in the page's HTML. */
async function inHead(pattern: RegExp): Promise<string> {
  return pattern.exec(await html())?.[1] ?? '';
}

async function company() {
  const [row] = await api().company.heading.list.query({});
  if (!row) throw new Error('no company');
  return row;
}

async function saveHero(changes: { title?: string; backgroundImage?: ImageHash | null }) {
  const [hero] = await api().hero.heading.list.query({});
  if (!hero) throw new Error('no hero');
  await api().hero.heading.save.mutate({ id: hero.id, values: { ...hero, ...changes } });
  return hero;
}

/** Uploads a PNG for a slot. */
async function uploadPicture(picture: Buffer, slot: 'companyLogo' | 'background'): Promise<ImageHash> {
  const form = new FormData();
  form.append('slot', slot);
  form.append('file', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const answer = await fetch(`${server.address}/api/images`, { method: 'POST', body: form, headers });
  return (await readJson<{ Data: { hash: ImageHash } }>(answer)).Data.hash;
}

/** Uploads a logo and makes it the company's, for light or for dark grounds. */
async function setLogo(picture: Buffer, field: 'logo' | 'darkLogo' = 'logo') {
  const hash = await uploadPicture(picture, 'companyLogo');
  const row = await company();
  await api().company.heading.save.mutate({ id: row.id, values: { ...row, [field]: hash } });
}

/** A transparent PNG with coloured boxes; all lengths in px. */
function boxes(width: number, height: number, list: { left: number; width: number; color: string }[]) {
  const input = (box: { width: number; color: string }) => ({
    create: { width: box.width, height, channels: 3, background: box.color } as const,
  });
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(list.map((box) => ({ input: input(box), left: box.left, top: 0 })))
    .png()
    .toBuffer();
}

/** Red, green, blue and alpha of one pixel. */
async function pixel(path: string, x: number, y: number) {
  const { data, info } = await sharp(await bytes(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 4;
  return [...data.subarray(at, at + 4)];
}

/** The picture addresses in the page's HTML. */
const pictures = async () => [...new Set((await html()).match(/\/images\/[0-9a-f]{32}-\d+\.(avif|webp)/g))];

/** Pictures that this process has drawn. */
async function variantsDrawn(): Promise<number | undefined> {
  const { samples } = parseMetrics(await (await get('/metrics')).text());
  const name = 'vitrine_picture_task_duration_seconds_count';
  return samples.find((sample) => sample.name === name && sample.labels === '{kind="variant"}')?.value;
}

describe('pictures', () => {
  test('of the sample company are finished at the first visit', async () => {
    const before = await variantsDrawn();
    const addresses = await pictures();
    expect(addresses.length).toBeGreaterThan(150);
    for (const address of addresses) {
      const answer = await get(address);
      await answer.arrayBuffer();
      expect([answer.status, answer.headers.get('cache-control')], address).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    expect(before).toBeDefined();
    expect(await variantsDrawn()).toBe(before);
  });

  test('have a placeholder, and logos have none', async () => {
    const images = (await html()).match(/<img [^>]*>/g) ?? [];
    const placeholder = /style="--placeholder:url\(data:image\/bmp;base64,[\w+/]+=*\)"/;
    const hero = images.find((image) => image.includes('fetchPriority="high"'));
    expect(hero).toMatch(placeholder);
    const logo = images.find((image) => image.includes(`alt="Tidewright"`));
    expect(logo).toContain('/images/');
    expect(logo).not.toContain('--placeholder');
  });

  test('of an upload are drawn by the job; every visitor has an answer before', async () => {
    await setLogo(await boxes(700, 120, [{ left: 0, width: 90, color: '#a02040' }]));
    const logo = (await company()).logo;
    const addresses = (await pictures()).filter((address) => address.includes(String(logo)));
    expect(addresses).toHaveLength(6);
    const isFinished = async (address: string) => {
      const answer = await get(address);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      return answer.headers.get('cache-control')?.includes('immutable') ?? false;
    };
    for (const address of addresses) await until(() => isFinished(address));
  });
});

describe('icons', () => {
  test.each([
    ['/icon-32.png', 32, true],
    ['/icon-192.png', 192, true],
    ['/apple-touch-icon.png', 180, false],
  ])('%s is %i px square', async (path, size, hasAlpha) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height, hasAlpha: alpha } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, alpha]).toEqual([size, size, hasAlpha]);
  });

  test('favicon.ico contains the small icon', async () => {
    const [ico, png] = await Promise.all([bytes('/favicon.ico'), bytes('/icon-32.png')]);
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(ico.subarray(ico.readUInt32LE(18))).toEqual(png);
    expect(ico.readUInt32LE(14)).toBe(png.length);
  });

  test('are cached for ever at the address in the page, and revalidated at the bare address', async () => {
    const named = await inHead(/<link rel="icon"[^>]*href="(\/icon-32[^"]+)"/);
    const kept = await get(named);
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const bare = await get('/icon-32.png');
    expect(bare.headers.get('cache-control')).toBe('no-cache');
    const etag = bare.headers.get('etag') ?? '';
    expect((await get('/icon-32.png', { 'if-none-match': etag })).status).toBe(304);
  });

  test('are named in the manifest', async () => {
    const answer = await get(await inHead(/<link rel="manifest" href="([^"]+)"/));
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = await readJson<{ icons: { src: string }[] }>(answer);
    expect(manifest).toMatchObject({ name: (await company()).name, start_url: '/' });
    for (const icon of manifest.icons) expect((await get(icon.src)).status).toBe(200);
    const etag = answer.headers.get('etag') ?? '';
    expect((await get('/site.webmanifest', { 'if-none-match': etag })).status).toBe(304);
  });

  test('show the part of a wide logo before its gap, under a new address', async () => {
    const before = await inHead(/href="(\/icon-192[^"]+)"/);
    await setLogo(
      await boxes(400, 80, [
        { left: 0, width: 80, color: '#cc3300' },
        { left: 110, width: 290, color: '#0033cc' },
      ]),
    );
    expect(await inHead(/href="(\/icon-192[^"]+)"/)).not.toBe(before);
    expect(await pixel('/icon-192.png', 185, 96)).toEqual([204, 51, 0, 255]);
  });

  test('show a wide logo without a gap completely; a dark logo gets a light background', async () => {
    await setLogo(await boxes(400, 80, [{ left: 4, width: 392, color: '#111111' }]));
    expect((await pixel('/icon-192.png', 30, 96)).slice(0, 3)).toEqual([17, 17, 17]);
    expect(await pixel('/icon-192.png', 96, 20)).toEqual([251, 248, 243, 255]);
    expect((await pixel('/icon-192.png', 0, 0))[3]).toBe(0);
    expect((await pixel('/apple-touch-icon.png', 0, 0))[3]).toBe(255);
  });

  test('for dark tabs come from the logo for dark grounds, which replaces the plate on dark grounds', async () => {
    const dark = /<link rel="icon"[^>]*media="\(prefers-color-scheme: dark\)"[^>]*href="(\/icon-32-dark[^"]+)"/;
    expect(await inHead(dark)).toBe('');
    expect(await bytes('/icon-32-dark.png')).toEqual(await bytes('/icon-32.png'));
    expect(await html()).toContain('header-brand on-plate');
    const before = await inHead(/href="(\/icon-192[^"]+)"/);

    await setLogo(await boxes(100, 80, [{ left: 10, width: 80, color: '#fafafa' }]), 'darkLogo');
    const address = await inHead(dark);
    expect((await get(address)).headers.get('cache-control')).toContain('immutable');
    // White on the page's ink.
    expect((await pixel(address, 16, 16)).slice(0, 3)).toEqual([250, 250, 250]);
    expect((await pixel(address, 16, 1)).slice(0, 3)).toEqual([9, 31, 39]);
    expect(await inHead(/href="(\/icon-192[^"]+)"/)).toBe(before);

    const shown = await html();
    const { logo, darkLogo } = await company();
    expect(shown).toContain('header-brand no-plate');
    expect(shown).not.toMatch(/(header|footer)-brand on-plate/);
    const inHeader = (name: string) => new RegExp(`<span class="for-${name}"><picture>.*?/images/([0-9a-f]{32})-`);
    expect([inHeader('dark').exec(shown)?.[1], inHeader('light').exec(shown)?.[1]]).toEqual([darkLogo, logo]);
    const footer = shown.slice(shown.indexOf('<footer'));
    expect([footer.includes(String(darkLogo)), footer.includes(String(logo))]).toEqual([true, false]);

    const row = await company();
    await api().company.heading.save.mutate({ id: row.id, values: { ...row, secondColor: '#7048e8' } });
    expect(await inHead(dark)).toBe(address);
    await api().company.heading.save.mutate({ id: row.id, values: { ...row, accentColor: '#7048e8' } });
    expect(await inHead(dark)).not.toBe(address);
    const { id } = row;
    await api().company.heading.save.mutate({
      id,
      values: { ...row, accentColor: '', secondColor: '', darkLogo: null },
    });
  });

  test('show the first letter on the default accent if the logo is missing or empty', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../web/landing/tokens.css'), 'utf8');
    const accent = /--accent: (#[0-9a-f]{6})/.exec(tokens)?.[1] ?? '';
    const { r, g, b } = { r: accent.slice(1, 3), g: accent.slice(3, 5), b: accent.slice(5, 7) };
    const color = [r, g, b].map((part) => Number.parseInt(part, 16));
    await setLogo(await boxes(60, 60, []));
    expect((await pixel('/icon-192.png', 96, 12)).slice(0, 3)).toEqual(color);

    const row = await company();
    await api().company.heading.save.mutate({ id: row.id, values: { ...row, logo: null } });
    const letter = await bytes('/icon-192.png');
    expect((await pixel('/icon-192.png', 96, 12)).slice(0, 3)).toEqual(color);
    await api().company.heading.save.mutate({ id: row.id, values: { ...row, logo: null, name: 'Élan <&> Co' } });
    expect(await bytes('/icon-192.png')).not.toEqual(letter);
  });
});

describe('the preview picture', () => {
  const preview = () => inHead(/<meta property="og:image" content="([^"]+)"/);

  test('has the size named in the page, is below 300 KB, and changes its address with the title only', async () => {
    const address = await preview();
    expect(address).toMatch(new RegExp(`^${server.address}/og\\.jpg\\?v=`));
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(picture.length).toBeLessThan(300_000);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await fetch(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status).toBe(304);

    await api().menu.items.save.mutate({ values: { text: 'News', link: 'https://news.example', isActive: true } });
    expect(await preview()).toBe(address);
    await saveHero({ title: 'Another <title> & more' });
    expect(await preview()).not.toBe(address);
    expect(await bytes('/og.jpg')).not.toEqual(picture);
    expect(await html()).toContain('name="twitter:card" content="summary_large_image"');
  });

  test('fits the longest title into its margins, with and without a picture', async () => {
    for (const title of ['W'.repeat(160), 'word '.repeat(32).trim()]) {
      await saveHero({ title, backgroundImage: null });
      const { data, info } = await sharp(await bytes('/og.jpg'))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const ground = data[0] ?? 0;
      const isPlain = (x: number, y: number) => Math.abs((data[y * info.width + x] ?? 0) - ground) < 30;
      for (let y = 0; y < 630; y++) expect(isPlain(40, y) && isPlain(1160, y)).toBe(true);
      for (let x = 0; x < 1200; x++) expect(isPlain(x, 40) && isPlain(x, 590)).toBe(true);
      const middle = data.subarray(480 * info.width, 550 * info.width);
      expect(middle.some((value) => Math.abs(value - ground) > 60)).toBe(true);
    }
  });
});

describe('the focal point of the preview picture', () => {
  test('decides which part of the picture is kept, and changes the address', async () => {
    const picture = await boxes(2400, 400, [
      { left: 0, width: 1200, color: '#ff0000' },
      { left: 1200, width: 1200, color: '#0000ff' },
    ]);
    const hash = await uploadPicture(picture, 'background');
    await saveHero({ backgroundImage: hash });
    const describe = (focus: { x: number; y: number } | null) =>
      api().images.describe.mutate({ hash, focus, altText: '' });
    const address = () => inHead(/<meta property="og:image" content="([^"]+)"/);
    const middle = await address();
    const halves = async () => {
      // Above the text, left and right.
      const [left, right] = [await pixel('/og.jpg', 20, 20), await pixel('/og.jpg', 1180, 20)];
      return [left, right].map(([red = 0, , blue = 0]) => (red > blue ? 'red' : 'blue'));
    };
    expect(await halves()).toEqual(['red', 'blue']);
    await describe({ x: 0, y: 50 });
    expect(await halves()).toEqual(['red', 'red']);
    const left = await address();
    await describe({ x: 100, y: 50 });
    expect(await halves()).toEqual(['blue', 'blue']);
    expect(new Set([middle, left, await address()]).size).toBe(3);
    await describe(null);
    expect(await halves()).toEqual(['red', 'blue']);
    expect(await address()).toBe(middle);
  });
});

describe('structured data', () => {
  async function organization() {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html())?.[1] ?? 'null';
    return JSON.parse(text);
  }

  test('contains offers for the plans with a price only', async () => {
    const plans = await api().pricing.plans.list.query({});
    const [first] = plans;
    if (!first) throw new Error('no plan');
    const values = { ...first, title: 'Asked <for>', cost: 'On request' };
    await api().pricing.plans.save.mutate({ id: first.id, values });
    const { makesOffer } = await organization();
    expect(makesOffer.map((offer: { name: string }) => offer.name)).toEqual(plans.slice(1).map(({ title }) => title));
    expect(makesOffer[0]).toMatchObject({
      '@type': 'Offer',
      url: `${server.address}/#pricing`,
      priceSpecification: { price: '129', priceCurrency: 'USD', referenceQuantity: { unitCode: 'MON' } },
    });
  });

  test('contains no rating, because the content has none', async () => {
    expect(JSON.stringify(await organization())).not.toMatch(/review|rating/i);
  });
});

test('a site without content has icons and a preview too', async () => {
  const empty = await startTestServer({ SAMPLE_CONTENT: 'off' });
  try {
    for (const path of ['/favicon.ico', '/icon-192.png', '/apple-touch-icon.png', '/og.jpg', '/site.webmanifest']) {
      expect([path, (await fetch(`${empty.address}${path}`)).status]).toEqual([path, 200]);
    }
  } finally {
    await empty.stop();
  }
});
