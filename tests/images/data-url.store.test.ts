import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import { imageSlots } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { saveDataUrl } from '../../core/images/data-url.ts';
import { images } from '../../db/schema/images.ts';
import { describeError } from '../../server/http/errors.ts';
import { drawn, padded } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let png: Uint8Array;
/** Another picture of the same size; no save of the first may change it. */
let neighbour: typeof images.$inferSelect | undefined;
beforeAll(async () => {
  setup = await makeSetup();
  png = await drawn('png');
  const other = await setup.upload('background', await drawn('png', 64, 48, '#642'));
  neighbour = await stored(imageHash(other.body.Data.hash));
});
afterEach(async () => {
  expect(neighbour).toBeDefined();
  expect(neighbour && (await stored(neighbour.hash))).toEqual(neighbour);
});
afterAll(() => setup.close());

const stored = async (hash: ImageHash) =>
  (await setup.deps.db.select().from(images).where(eq(images.hash, hash))).at(0);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const save = (sent: unknown, slot: keyof typeof imageSlots = 'background') =>
  saveDataUrl(setup.deps, imageSlots[slot], 'backgroundImage', sent);

/** What REST would answer. */
async function refusal(sent: unknown, slot?: keyof typeof imageSlots) {
  const error = await save(sent, slot).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { httpStatus, fields } = describeError(error);
  return [httpStatus, fields];
}

test('a data URL, whatever type it declares, and bare base64 are the same picture', async () => {
  const hash = await save({ Name: 'a.png', ImageBase64: `data:image/png;base64,${base64(png)}` });
  expect(await save({ Name: 'a.jpg', ImageBase64: `data:image/jpeg;base64,${base64(png)}` })).toBe(hash);
  expect(await save({ Name: '', ImageBase64: base64(png) })).toBe(hash);
  expect(hash).not.toBe(neighbour?.hash);
  expect(await setup.deps.db.select({ format: images.format }).from(images).where(eq(images.hash, hash))).toEqual([
    { format: 'png' },
  ]);
});

test('the size is that of the file, not of its base64', async () => {
  expect(await save({ Name: '', ImageBase64: base64(padded(png, 1_500_000)) })).toMatch(/^[0-9a-f]{32}$/);
  expect(await refusal({ Name: '', ImageBase64: base64(padded(png, 1_500_001)) })).toEqual([
    400,
    { backgroundImage: messages.imageTooLarge },
  ]);
});

test.each<[string, (good: string) => unknown]>([
  ['a character that is not base64', (good) => ({ ImageBase64: `${good.slice(0, 40)}!${good.slice(41)}` })],
  ['a line break', (good) => ({ ImageBase64: `${good.slice(0, 40)}\n${good.slice(41)}` })],
  ['a missing character', (good) => ({ ImageBase64: good.slice(1) })],
  ['the web alphabet', (good) => ({ ImageBase64: `${good.slice(0, 40)}-_${good.slice(42)}` })],
  ['a data URL that is not base64', () => ({ ImageBase64: 'data:image/svg+xml,%3Csvg%2F%3E' })],
  ['an SVG', () => ({ ImageBase64: `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}` })],
  ['nothing', () => ({ ImageBase64: '' })],
  ['a number', () => ({ ImageBase64: 7 })],
  ['a bare string', (good) => good],
])('%s is refused', async (_name, sent) => {
  expect(await refusal(sent(base64(png)))).toEqual([400, { backgroundImage: messages.pngOrJpeg }]);
});

test('a JPEG in a slot for PNG is refused', async () => {
  const jpeg = base64(await drawn('jpeg'));
  expect(await refusal({ ImageBase64: jpeg }, 'contactBackground')).toEqual([
    400,
    { backgroundImage: messages.pngOnly },
  ]);
});
