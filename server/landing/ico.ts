/** Wraps a square PNG of `size` px (at most 255) into an ICO file. */
export function pngInIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // The file: reserved, type 1 (icon), one picture.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  // The picture: width, height, no palette, one plane, 32 bits a pixel, length and offset of its bytes.
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
