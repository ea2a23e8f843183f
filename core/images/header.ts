/** Format and size of a picture from its bytes; width and height in px, before any rotation. */
export interface PictureHeader {
  format: 'png' | 'jpeg';
  width: number;
  height: number;
}

/** Reads the header of a still PNG or JPEG; null for anything else, whatever its name or declared type. */
export function readHeader(bytes: Buffer): PictureHeader | null {
  const header = bytes.subarray(0, 8).equals(pngSignature) ? readPng(bytes) : readJpeg(bytes);
  return header && header.width > 0 && header.height > 0 ? header : null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 33 || chunkType(bytes, 8) !== 'IHDR') return null;
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const type = chunkType(bytes, at);
    // An acTL chunk before the pixels makes it an animation.
    if (type === 'acTL') return null;
    if (type === 'IDAT') return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  return null;
}

function chunkType(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + 8);
}

// Markers of a frame header, which has the size: SOF0 to SOF15 without DHT, JPG and DAC, which share the range.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker))
      return { format: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
