const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A cut moves back to a space within this share of a part. */
const minFill = 0.8;

/** Splits a text into parts of at most `size` UTF-16 units, at a space where one is near, and never within a character. */
export function splitText(text: string, size: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > size) {
    const end = cutBefore(rest, size);
    const space = rest.slice(0, end + 1).search(/\s\S*$/);
    const at = space > size * minFill ? space : end;
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest];
}

/** The text, or its beginning and an ellipsis if it is longer than `size` UTF-16 units. */
export function shorten(text: string, size: number): string {
  const trimmed = text.trim();
  return trimmed.length <= size ? trimmed : `${trimmed.slice(0, cutBefore(trimmed, size - 1))}…`;
}

/** The last place up to `size` between two characters; an emoji of several code points is one character. */
function cutBefore(text: string, size: number): number {
  const boundary = characters.segment(text).containing(size)?.index ?? size;
  if (boundary > 0) return boundary;
  // One character longer than the whole part: keep its code points.
  return text.codePointAt(size - 1) === text.charCodeAt(size - 1) ? size : size - 1;
}
