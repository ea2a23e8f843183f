import { crc32, deflateSync } from 'node:zlib';
import { thumbHashToRGBA } from 'thumbhash';

/** Longer side of a placeholder in px: browsers enlarge the picture smoothly, and the page contains its bytes. */
const maxSide = 5;

/**
 * A picture's thumbhash (base64) as data URL of a tiny PNG, some 170 characters. Null for a picture with transparency: the
 * placeholder would be visible through it.
 */
export function placeholderUrl(thumbhash: string): string | null {
  const hash = Buffer.from(thumbhash, 'base64');
  if (hasTransparency(hash)) return null;
  const blurred = thumbHashToRGBA(hash);
  const scale = maxSide / Math.max(blurred.w, blurred.h);
  const width = Math.max(Math.round(blurred.w * scale), 1);
  const height = Math.max(Math.round(blurred.h * scale), 1);
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    // Filter of the row: none.
    rows.push(0);
    for (let x = 0; x < width; x++)
      rows.push(...averageColor(blurred, x / width, (x + 1) / width, y / height, (y + 1) / height));
  }
  return `data:image/png;base64,${png(width, height, Buffer.from(rows)).toString('base64')}`;
}

/** The bit of the format that says whether any pixel is transparent. */
function hasTransparency(hash: Buffer): boolean {
  return (hash.readUInt8(2) & 0x80) !== 0;
}

type Pixels = ReturnType<typeof thumbHashToRGBA>;

/** The average colour of an area; edges as parts of the width and height. */
function averageColor({ w, h, rgba }: Pixels, left: number, right: number, top: number, bottom: number): number[] {
  const sums = [0, 0, 0];
  let pixels = 0;
  for (let y = Math.floor(top * h); y < Math.ceil(bottom * h); y++) {
    for (let x = Math.floor(left * w); x < Math.ceil(right * w); x++) {
      const at = (y * w + x) * 4;
      for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0);
      pixels += 1;
    }
  }
  return sums.map((sum) => Math.round(sum / pixels));
}

/** A PNG of opaque pixels in RGB; the rows begin with their filter. Not compressed: these few bytes would grow. */
function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(rows, { level: 0 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
