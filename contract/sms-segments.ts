/** The provider's limit of a message, in UTF-16 code units. */
export const maxMessageLength = 1600;

// GSM 03.38: characters that take one septet, and those of the extension table, which take two.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** Encoding of a text as SMS: the alphabet, the length in its units, and the number of billed segments. */
export interface Segments {
  encoding: 'GSM-7' | 'UCS-2';
  units: number;
  segments: number;
}

/** Counts the segments of a text: one of up to 160 septets or 70 UCS-2 units, else several of 153 or 67. */
export function countSegments(text: string): Segments {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  const sizes = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  return {
    encoding: isGsm ? 'GSM-7' : 'UCS-2',
    units,
    segments: units <= single ? Math.min(1, units) : pack(sizes, part),
  };
}

/** Parses the provider's number of segments; null for anything else. */
export function parseSegments(text: string | null | undefined): number | null {
  return text != null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

// A character of two units is never split: it moves to the next segment.
function pack(sizes: readonly number[], capacity: number): number {
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > capacity) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
