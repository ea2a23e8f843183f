/** Longest message the provider takes, in UTF-16 code units. */
export const maxMessageLength = 1600;

// GSM 03.38: characters that take one septet, and those of the extension table, which take two.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** How a text travels: its alphabet, its length in that alphabet's units, and how many messages it is billed as. */
export interface Segments {
  encoding: 'GSM-7' | 'UCS-2';
  units: number;
  segments: number;
}

/** Counts the segments of a text: 160 septets or 70 UCS-2 units alone, 153 or 67 each when it takes several. */
export function countSegments(text: string): Segments {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  const sizes = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [alone, shared] = isGsm ? [160, 153] : [70, 67];
  return {
    encoding: isGsm ? 'GSM-7' : 'UCS-2',
    units,
    segments: units <= alone ? Math.min(1, units) : pack(sizes, shared),
  };
}

/** The number of segments that the provider tells as text; null when it is none. */
export function segmentsIn(told: string | null | undefined): number | null {
  return told != null && /^[1-9]\d{0,3}$/.test(told) ? Number(told) : null;
}

// A character of two units is not cut in half: it moves to the next segment whole.
function pack(sizes: readonly number[], room: number): number {
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > room) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
