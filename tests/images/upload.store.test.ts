import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { imageHash } from '../../contract/image-hash.ts';
import { messages } from '../../contract/messages.ts';
import { images } from '../../db/schema/images.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { sessionFor } from '../fixture/session.ts';
import { chunk, claimedPng, drawn, noisy, padded, photographed } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await makeSetup();
});
afterAll(() => setup.close());

const refused = (message: string, field = 'image') => ({
  status: 400,
  body: { Status: 3, Message: message, Data: { fields: { [field]: message } } },
});

const text = (content: string) => new Uint8Array(Buffer.from(content));
const countImages = async () => (await setup.deps.db.select({ count: sql<number>`count(*)` }).from(images))[0]?.count;

/** Red of a picture of one colour. */
const colorOf = async (bytes: Uint8Array) => (await sharp(bytes).raw().toBuffer())[0];

async function stored(hash: string) {
  const rows = await setup.deps.db.select().from(images);
  const row = rows.find((image) => image.hash === hash);
  if (!row) throw new Error('not stored');
  return row;
}

describe('an upload', () => {
  test('is stored under a content hash, with its size', async () => {
    const { status, body } = await setup.upload('projectPicture', await drawn('jpeg', 90, 60));
    expect(status).toBe(200);
    expect(body).toEqual({
      Status: 0,
      Message: '',
      Data: { hash: expect.stringMatching(/^[0-9a-f]{32}$/), width: 90, height: 60 },
    });
  });

  test('of the same file is the same picture, and another picture does not change', async () => {
    const file = await drawn('png', 40, 40, '#135');
    const first = await setup.upload('companyLogo', file);
    const other = await setup.upload('companyLogo', await drawn('png', 40, 40, '#531'));
    const before = await stored(other.body.Data.hash);
    const count = await countImages();
    const again = await setup.upload('background', file);
    expect(again.body.Data.hash).toBe(first.body.Data.hash);
    expect(await stored(other.body.Data.hash)).toEqual(before);
    expect(await countImages()).toBe(count);
  });

  test('of two pictures at once stores both', async () => {
    const files = await Promise.all(['#111', '#222', '#333', '#444'].map((color) => drawn('png', 30, 30, color)));
    const answers = await Promise.all(files.map((file) => setup.upload('companyLogo', file)));
    expect(new Set(answers.map((answer) => answer.body.Data.hash)).size).toBe(4);
    // Each answer names its own picture.
    for (const [place, answer] of answers.entries())
      expect(await colorOf((await stored(answer.body.Data.hash)).bytes)).toBe(17 * (place + 1));
  });

  test('has the type of its bytes, not of its name', async () => {
    const jpegAsPng = await setup.upload('background', await drawn('jpeg', 20, 20, '#777'), {
      name: 'a.png',
      type: 'image/png',
    });
    expect((await stored(jpegAsPng.body.Data.hash)).format).toBe('jpeg');
    const asText = await setup.upload('companyLogo', await drawn('png', 20, 20, '#777'), {
      name: 'notes.txt',
      type: 'text/plain',
    });
    expect((await stored(asText.body.Data.hash)).format).toBe('png');
  });

  test('is turned upright and keeps no metadata', async () => {
    const file = await photographed();
    expect(Buffer.from(file).includes('secret-owner')).toBe(true);
    const { body } = await setup.upload('background', file);
    expect(body.Data).toMatchObject({ width: 40, height: 80 });
    const { bytes } = await stored(body.Data.hash);
    expect(bytes.includes('secret-owner')).toBe(false);
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('of more than 2560 px is stored 2560 px wide', async () => {
    const { body } = await setup.upload('wideBackground', await drawn('jpeg', 3000, 150));
    expect(body.Data).toMatchObject({ width: 2560, height: 128 });
  });

  test('of 1,500,000 bytes is taken, of one more it is refused', async () => {
    const file = await drawn('jpeg', 50, 50, '#bbb');
    expect((await setup.upload('background', padded(file, 1_500_000))).status).toBe(200);
    expect(await setup.upload('background', padded(file, 1_500_001))).toEqual(refused('Max 5Mb allowed.'));
    expect(await setup.upload('background', padded(file, 6_000_000))).toEqual(refused('Max 5Mb allowed.'));
  });
});

describe('a slot', () => {
  test.each(['companyLogo', 'contactBackground'] as const)('%s takes PNG only', async (slot) => {
    expect(await setup.upload(slot, await drawn('jpeg'))).toEqual(refused(messages.pngOnly));
    expect((await setup.upload(slot, await drawn('png'))).status).toBe(200);
  });

  test('for PNG only refuses a stored JPEG that a save names', async () => {
    const context = { deps: setup.deps, session: sessionFor(), ip: '192.0.2.1', requestId: 'test' };
    const { heading } = createCallerFactory(appRouter)(context).contactDetails;
    const backgroundImage = async (format: 'png' | 'jpeg') =>
      imageHash((await setup.upload('background', await drawn(format, 50, 50, '#579'))).body.Data.hash);
    const values = { title: 'Address', subTitle: 'Quay', isActive: true };
    const withJpeg = { ...values, backgroundImage: await backgroundImage('jpeg') };
    await expect(heading.save({ values: withJpeg })).rejects.toThrow(messages.pngOnly);
    expect(await heading.list({})).toEqual([]);
    await heading.save({ values: { ...values, backgroundImage: await backgroundImage('png') } });
    expect(await heading.list({})).toHaveLength(1);
  });

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
    ['a GIF', () => drawn('gif')],
    ['a WebP', () => drawn('webp')],
    [
      'an SVG with a script',
      async () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a page', async () => text('<!doctype html><script>alert(1)</script>')],
    ['an empty file', async () => text('')],
    ['two bytes of a JPEG', async () => new Uint8Array([0xff, 0xd8])],
    ['a JPEG signature before a page', async () => text('\u00ff\u00d8\u00ff<script>alert(1)</script>')],
    ['a truncated JPEG', async () => (await noisy(200, 200)).slice(0, 3000)],
    ['a truncated PNG', async () => (await drawn('png', 200, 200)).slice(0, 120)],
    ['a PNG whose pixels are missing', async () => claimedPng(64, 64)],
    ['an animated PNG', async () => claimedPng(8, 1, [chunk('acTL', Buffer.alloc(8))])],
    ['a PNG without any size', async () => claimedPng(0, 0)],
  ])('refuses %s', async (_name, make) => {
    const before = await countImages();
    expect(await setup.upload('background', await make())).toEqual(refused(messages.pngOrJpeg));
    expect(await countImages()).toBe(before);
  });

  test('refuses a small file with huge dimensions before decoding it', async () => {
    const bomb = claimedPng(50_000, 50_000);
    expect(bomb.length).toBeLessThan(1000);
    const started = performance.now();
    expect(await setup.upload('background', bomb)).toEqual(refused('The picture has more than 40 million pixels'));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('the request', () => {
  const form = async (fields: Record<string, string>, file = true) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (file) data.append('file', new File([await drawn('png')], 'a.png'));
    return data;
  };

  test('is for an Admin alone', async () => {
    const data = await form({ slot: 'background' });
    expect(await setup.post(data, null)).toMatchObject({ status: 401, body: { Status: 5 } });
    expect(await setup.post(data, setup.clientToken)).toMatchObject({ status: 403, body: { Status: 1 } });
  });

  test('names a slot and brings a file, in any order', async () => {
    const wrongSlot = refused('Slot must be one of the picture slots', 'slot');
    expect(await setup.post(await form({ slot: 'constructor' }))).toEqual(wrongSlot);
    expect(await setup.post(await form({}))).toEqual(wrongSlot);
    expect(await setup.post(await form({ slot: 'background' }, false))).toEqual(refused('Please choose a picture'));
    const fileFirst = await form({});
    fileFirst.append('slot', 'background');
    expect((await setup.post(fileFirst)).status).toBe(200);
  });

  test('with two files, too many fields or another content type is refused', async () => {
    const two = await form({ slot: 'background' });
    two.append('file', new File([await drawn('png')], 'b.png'));
    expect((await setup.post(two)).status).toBe(413);
    expect((await setup.post(await form({ a: '', b: '', c: '', d: '', slot: 'background' }))).status).toBe(413);
    const noForm = await setup.post('{}', setup.adminToken, { 'content-type': 'application/json' });
    expect([noForm.status, noForm.body.Status]).toEqual([406, 3]);
  });

  test.each([
    [
      'in the middle of a file',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
      'x',
    ],
    ['with no boundary', 'anything', ''],
  ])('broken off %s is refused', async (_name, body, boundary) => {
    const type = boundary === '' ? 'multipart/form-data' : `multipart/form-data; boundary=${boundary}`;
    const answer = await setup.post(body, setup.adminToken, { 'content-type': type });
    expect(answer).toEqual(refused('The upload is incomplete. Please try again.'));
  });

  test('with an endless file is refused without a declared length too', async () => {
    const boundary = 'x';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
    const tail = `\r\n--${boundary}\r\ncontent-disposition: form-data; name="slot"\r\n\r\nbackground\r\n--${boundary}--`;
    const sending = request(`${setup.address}/api/images`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${setup.adminToken}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    Readable.from([head, ...Array.from({ length: 30 }, () => Buffer.alloc(100_000)), tail]).pipe(sending);
    const [answer]: [IncomingMessage] = castTo(await once(sending, 'response'));
    expect([answer.statusCode, await json(answer)]).toEqual([400, refused('Max 5Mb allowed.').body]);
  });
});
