import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small picture, different for each colour. */
export function drawn(format: 'png' | 'jpeg' | 'webp' | 'gif', width = 64, height = 48, background = '#246') {
  const image = sharp({ create: { width, height, channels: 3, background } });
  return bytesOf(image.toFormat(format).toBuffer());
}

/** A picture with detail in it, so that its bytes do not shrink to nothing. */
export function noisy(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return bytesOf(
    sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer(),
  );
}

/** A JPEG as a camera held upright writes it: lying pixels, a note to turn them, and where it was taken. */
export function photographed() {
  return bytesOf(
    sharp({ create: { width: 80, height: 40, channels: 3, background: '#a63' } })
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
}

async function bytesOf(buffer: Promise<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await buffer);
}

/** A picture made longer, which decoders do not mind: bytes after its end. */
export function padded(picture: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes.set(picture);
  return bytes;
}

/** A PNG that claims a size (px) with pixels for one black line only; `extra` chunks come before the pixels. */
export function claimedPng(width: number, height: number, extra: readonly Buffer[] = []): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)));
  const parts = [signature, chunk('IHDR', header), ...extra, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
}

/** A chunk of a PNG file. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
