import { thumbHashToRGBA } from 'thumbhash';

/** Longer side of a placeholder in px: browsers enlarge the picture smoothly, and the page contains its bytes. */
const maxSide = 5;
/** Length of a bitmap's two headers in bytes. */
const headerLength = 54;

/**
 * A picture's thumbhash (base64) as data URL of a tiny bitmap, some 170 characters. Null for a picture with transparency: the
 * placeholder would be visible through it.
 */
export function placeholderUrl(thumbhash: string): string | null {
  const hash = Buffer.from(thumbhash, 'base64');
  if (hasTransparency(hash)) return null;
  const blurred = thumbHashToRGBA(hash);
  const scale = maxSide / Math.max(blurred.w, blurred.h);
  const width = Math.max(Math.round(blurred.w * scale), 1);
  const height = Math.max(Math.round(blurred.h * scale), 1);
  const pixel = (x: number, y: number) =>
    averageColor(blurred, x / width, (x + 1) / width, y / height, (y + 1) / height);
  return `data:image/bmp;base64,${bitmap(width, height, pixel).toString('base64')}`;
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

/** A bitmap with 5 bits for each channel: few bytes, and their header compresses well among others of its kind. */
function bitmap(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Buffer {
  // Rows are multiples of 4 bytes, the lowest row first.
  const rowLength = Math.ceil(width / 2) * 4;
  const bytes = Buffer.alloc(headerLength + rowLength * height);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(headerLength, 10);
  // The information header: its length, the size, one plane of 16 bits.
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(16, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bits = pixel(x, y).reduce((sum, channel) => (sum << 5) | (channel >> 3), 0);
      bytes.writeUInt16LE(bits, headerLength + (height - 1 - y) * rowLength + x * 2);
    }
  }
  return bytes;
}
