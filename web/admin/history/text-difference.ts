import { diffWordsWithSpace } from 'diff';

/** A part of two compared texts. */
export interface TextPart {
  kind: 'same' | 'added' | 'removed' | 'left out';
  text: string;
}

/** Longest time for a comparison, in ms. */
const timeout = 100;
/** Characters kept on each side of a change when a long text is shortened. */
const contextLength = 80;
/** Length from which an added or removed text is cut, in characters. */
const longLength = 400;
/** Texts with less in common, as a part of the longer text, are shown one after the other. */
const leastInCommon = 0.25;

/** The differences between two texts, word by word; of texts with little in common, the old one and then the new one. */
export function textParts(from: string, to: string): TextPart[] {
  const whole: TextPart[] = [
    { kind: 'removed', text: from },
    { kind: 'added', text: to },
  ];
  const parts = diffWordsWithSpace(from, to, { timeout });
  if (!parts) return whole;
  const common = parts.filter((part) => !part.added && !part.removed && /\S/.test(part.value));
  const commonLength = common.reduce((sum, { value }) => sum + value.length, 0);
  if (commonLength < leastInCommon * Math.max(from.length, to.length)) return whole;
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** The parts without the middle of long unchanged stretches and without the end of long changes. */
export function shortened(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap((part, place): TextPart[] => {
    const { kind, text } = part;
    const gap: TextPart = { kind: 'left out', text: ' … ' };
    if (kind !== 'same') return text.length > longLength ? [{ kind, text: text.slice(0, longLength) }, gap] : [part];
    if (text.length < 3 * contextLength) return [part];
    const start = place === 0 ? '' : text.slice(0, contextLength);
    const end = place === parts.length - 1 ? '' : text.slice(-contextLength);
    return [{ kind, text: start }, gap, { kind, text: end }].filter((one) => one.text !== '');
  });
}
