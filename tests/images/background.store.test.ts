import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import { loadContent } from '../../core/content/page-content.ts';
import { records } from '../../core/content/records.ts';
import { EncodingError, encode } from '../../core/images/encoder.ts';
import { drawPicture } from '../../core/images/jobs.ts';
import { unfinishedPictures } from '../../core/images/unfinished.ts';
import { Postponed } from '../../core/queue/queue.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { promos } from '../../db/schema/promo.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { claimedPng, drawn, noisy } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.close());

const upload = async (bytes: Uint8Array<ArrayBuffer>) => (await setup.upload('background', bytes)).body.Data.hash;
const draw = (hash: ImageHash, ...widths: number[]) => handlers.drawPicture.run({ hash, widths }, setup.deps);
const sweep = () => handlers.sweepPictures.run({}, setup.deps);
const show = (...pictures: ImageHash[]) =>
  setup.deps.db
    .insert(promos)
    .values(pictures.map((backgroundImage) => ({ title: '', subTitle: '', isActive: true, backgroundImage })));
const thumbhashOf = async (hash: ImageHash) =>
  (await setup.deps.db.select().from(images).where(eq(images.hash, hash)))[0]?.thumbhash;

/** The waiting and parked jobs, in the order in which workers take them. */
const drawings = () =>
  setup.deps.db
    .select({ hash: jobs.dedupeKey, state: jobs.state, data: jobs.data })
    .from(jobs)
    .where(eq(jobs.name, drawPicture.name))
    .orderBy(asc(jobs.priority), asc(jobs.id));

/** Occupies the encoder as a long upload does, until the returned function is called. */
async function occupyEncoder(): Promise<() => Promise<void>> {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let started = false;
  const bytes = Buffer.from(await drawn('png'));
  const task = encode('clean', async () => {
    started = true;
    await held;
    return { kind: 'clean', bytes, format: 'png' };
  });
  await until(() => started);
  return async () => {
    end();
    await task;
  };
}

describe('a variant that is not drawn yet', () => {
  test('is answered with the picture itself while the encoder is busy, and is immutable once drawn', async () => {
    const hash = await upload(await noisy(1400, 700));
    const release = await occupyEncoder();
    const address = `${hash}-750.avif`;
    const answer = await setup.image(address);
    const { headers } = answer;
    const body = Buffer.from(await answer.arrayBuffer());
    const names = ['content-type', 'cache-control', 'vary', 'x-content-type-options'];
    expect(names.map((name) => headers.get(name))).toEqual(['image/jpeg', 'no-cache', 'Accept', 'nosniff']);
    expect((await sharp(body).metadata()).width).toBe(1400);
    const etag = headers.get('etag') ?? '';
    expect((await setup.image(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await release();

    await setup.draw();
    const finished = await setup.image(address, { headers: { 'if-none-match': etag } });
    expect([finished.status, finished.headers.get('content-type'), finished.headers.get('cache-control')]).toEqual([
      200,
      'image/avif',
      'public, max-age=31536000, immutable',
    ]);
    expect((await sharp(Buffer.from(await finished.arrayBuffer())).metadata()).width).toBe(750);
  });

  test('is answered with the lightest finished picture of at least its width that the browser accepts', async () => {
    const hash = await upload(await noisy(1400, 700));
    await draw(hash, 1200);
    const modern = { headers: { accept: 'image/avif,image/webp,*/*' } };
    const sizes = new Map<string, number>();
    for (const format of ['avif', 'webp']) {
      sizes.set(`image/${format}`, (await (await setup.image(`${hash}-1200.${format}`)).arrayBuffer()).byteLength);
    }
    const [lightest] = [...sizes].sort(([, a], [, b]) => a - b);
    const narrow = await setup.image(`${hash}-750.avif`, modern);
    expect([narrow.headers.get('content-type'), (await narrow.arrayBuffer()).byteLength]).toEqual(lightest);
    // Names no format: accepts the one of the address.
    expect((await setup.image(`${hash}-750.webp`)).headers.get('content-type')).toBe('image/webp');
    // No variant is wide enough.
    expect((await setup.image(`${hash}-1920.webp`, modern)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('is drawn before the pictures that no visitor waits for', async () => {
    const [first, second] = [
      await upload(await drawn('png', 20, 20, '#111')),
      await upload(await drawn('png', 20, 20, '#222')),
    ];
    expect((await drawings()).map(({ hash }) => hash)).toEqual([first, second]);
    await setup.image(`${second}-80.webp`);
    await until(async () => (await drawings())[0]?.hash === second);
    expect(await drawings()).toHaveLength(2);
  });

  test('gets a job if no job waits for its picture', async () => {
    const hash = await upload(await drawn('png', 700, 20));
    await setup.draw();
    expect(await drawings()).toEqual([]);
    await setup.image(`${hash}-440.webp`);
    await until(async () => (await drawings()).length > 0);
    expect((await drawings())[0]?.data).toEqual({ hash, widths: [440] });
    await setup.draw();
    expect((await setup.image(`${hash}-440.webp`)).headers.get('cache-control')).toContain('immutable');
  });
});

describe('an upload', () => {
  test('enqueues one job, which draws every width of the slot and the thumbnail in both formats', async () => {
    const picture = await noisy(1400, 700);
    const hash = await upload(picture);
    await upload(picture);
    expect(await drawings()).toHaveLength(1);
    await setup.draw();
    const rows = await setup.deps.db.select().from(imageVariants);
    const names = rows.map(({ width, format }) => `${width}.${format}`).sort();
    expect(names).toEqual([
      '1200.avif',
      '1200.webp',
      '1400.avif',
      '1400.webp',
      '750.avif',
      '750.webp',
      '80.avif',
      '80.webp',
    ]);
    expect(rows.every((row) => row.hash === hash)).toBe(true);
  });

  test('stores the thumbhash; the placeholder has the colours of an opaque picture, and a transparent one has none', async () => {
    const half = { create: { width: 60, height: 60, channels: 3, background: '#1040c0' } } as const;
    const both = sharp({ create: { width: 120, height: 60, channels: 3, background: '#d02010' } }).composite([
      { input: half, left: 60, top: 0 },
    ]);
    const opaque = await upload(new Uint8Array(await both.png().toBuffer()));
    const clear = sharp({
      create: { width: 60, height: 60, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    const transparent = await upload(new Uint8Array(await clear.png().toBuffer()));
    const edited = { definition: records.promo.heading, id: null, pictures: [opaque, transparent] };
    const content = await loadContent(setup.deps.db, edited);
    expect(content.images[transparent]?.placeholder).toBeNull();
    const [head = '', base64 = ''] = (content.images[opaque]?.placeholder ?? '').split(',');
    expect(head).toBe('data:image/bmp;base64');
    // A bitmap with 5 bits for each channel, the lowest row first; rows are multiples of 4 bytes.
    const bitmap = Buffer.from(base64, 'base64');
    expect([bitmap.readInt32LE(18), bitmap.readInt32LE(22), bitmap.readUInt16LE(28)]).toEqual([5, 3, 16]);
    expect(bitmap.length).toBe(54 + 3 * 12);
    for (const row of [0, 1, 2]) {
      const [left, right] = [0, 4].map((x) => bitmap.readUInt16LE(54 + row * 12 + x * 2));
      const channels = (bits = 0) => ({ red: bits >> 10, blue: bits & 31 });
      expect(channels(left).red).toBeGreaterThan(16);
      expect(channels(right).blue).toBeGreaterThan(16);
      expect(channels(left).blue).toBeLessThan(12);
      expect(channels(right).red).toBeLessThan(12);
    }
  });
});

describe('the job of a picture', () => {
  test('ends quietly if the picture is deleted before the run or during it', async () => {
    const hash = await upload(await drawn('png'));
    const remove = () => setup.deps.db.delete(images).where(eq(images.hash, hash));
    const release = await occupyEncoder();
    const running = draw(hash, 80);
    await setup.image(`${hash}-80.webp`);
    await remove();
    await release();
    await running;
    await draw(hash, 80);
    expect(await setup.deps.db.select().from(imageVariants)).toEqual([]);
    expect((await setup.image(`${hash}-80.webp`)).status).toBe(404);
  });

  test('leaves places to other jobs: a third picture at the same time is postponed', async () => {
    const hashes = [];
    for (const color of ['#111', '#222', '#333']) hashes.push(await upload(await drawn('png', 20, 20, color)));
    const release = await occupyEncoder();
    const [first, second, third] = hashes.map((hash) => draw(hash, 80));
    await expect(third).rejects.toBeInstanceOf(Postponed);
    await release();
    await Promise.all([first, second]);
    await draw(imageHash(hashes[2] ?? ''), 80);
    expect((await setup.image(`${hashes[2]}-80.webp`)).headers.get('cache-control')).toContain('immutable');
  });
});

describe('the sweep', () => {
  test('gives the pictures of an older database their thumbhashes, and the page its placeholders in one change', async () => {
    const [first, second] = [
      await upload(await drawn('jpeg', 90, 60, '#821')),
      await upload(await drawn('jpeg', 90, 60, '#128')),
    ];
    await setup.draw();
    await show(first, second);
    const { db } = setup.deps;
    // As the migration that adds the column leaves the pictures.
    await db.update(images).set({ thumbhash: null });
    const revision = await readRevision(db);
    const before = await setup.variantsDrawn();
    await sweep();
    for (const hash of [first, second]) expect(await thumbhashOf(hash)).toMatch(/^[\w+/]{20,40}=*$/);
    expect(await readRevision(db)).toBe(revision + 1);
    expect((await setup.variantsDrawn()) - before).toBe(0);
    await sweep();
    expect(await readRevision(db)).toBe(revision + 1);
  });

  test('draws what pictures of records lack, and nothing for a picture without a record', async () => {
    const [used, unused] = [await upload(await noisy(900, 450)), await upload(await noisy(700, 350))];
    await setup.deps.db.delete(jobs);
    await show(used);
    await sweep();
    expect(await unfinishedPictures(setup.deps.db)).toEqual([]);
    const rows = await setup.deps.db.select({ hash: imageVariants.hash }).from(imageVariants);
    expect(rows).toHaveLength(6);
    expect(rows.some(({ hash }) => hash === unused)).toBe(false);
  });

  test('leaves a picture that cannot be drawn to its own job, and a parked one to the operator', async () => {
    const good = await upload(await noisy(900, 450));
    const damaged = imageHash('d'.repeat(32));
    const bytes = Buffer.from(claimedPng(640, 480)).fill(0, 60);
    await setup.deps.db
      .insert(images)
      .values({ hash: damaged, format: 'png', width: 640, height: 480, bytes, createdAt: new Date(0) });
    await setup.deps.db.delete(jobs);
    await show(damaged, good);
    await sweep();
    expect((await unfinishedPictures(setup.deps.db)).map(({ hash }) => hash)).toEqual([damaged]);
    expect(await drawings()).toMatchObject([{ hash: damaged, state: 'waiting' }]);
    await expect(draw(damaged)).rejects.toBeInstanceOf(EncodingError);

    await setup.deps.db.update(jobs).set({ state: 'failed', parkedAt: new Date(), attempts: 4 });
    const parked = await setup.deps.db.select().from(jobs);
    await sweep();
    // Visitors still receive the stored bytes.
    expect((await setup.image(`${damaged}-750.webp`)).status).toBe(200);
    // Another picture's request is enqueued after that of the damaged one.
    await setup.image(`${good}-440.webp`);
    await until(async () => (await drawings()).some(({ hash }) => hash === good));
    expect(await setup.deps.db.select().from(jobs).where(eq(jobs.dedupeKey, damaged))).toEqual(parked);
  });

  test('ends after seconds and goes on in the next run', async () => {
    const hashes = [];
    for (const color of ['#111', '#222', '#333']) hashes.push(await upload(await drawn('png', 20, 20, color)));
    await setup.deps.db.delete(jobs);
    await show(...hashes);
    let seconds = 0;
    const later = () => {
      seconds += 2;
      return new Date(seconds * 1000);
    };
    const run = () => handlers.sweepPictures.run({}, { ...setup.deps, now: later });
    await expect(run()).rejects.toBeInstanceOf(Postponed);
    await until(() =>
      run().then(
        () => true,
        () => false,
      ),
    );
    expect(await unfinishedPictures(setup.deps.db)).toEqual([]);
  });
});
