import { useRef } from 'react';

/** Keys within this time are one word, in ms. */
const pauseMs = 700;

/** A row with a name. */
interface NamedRow {
  id: string;
  name: string;
}

/** Goes to the next row whose name begins with the typed letters; true for a key that is one. */
export function useTypeahead(shown: readonly NamedRow[], go: (row: NamedRow) => void) {
  const typed = useRef({ text: '', at: 0 });
  return (key: string, from: NamedRow): boolean => {
    if ([...key].length !== 1 || key === ' ' || key === '?') return false;
    const now = performance.now();
    const before = now - typed.current.at < pauseMs ? typed.current.text : '';
    const text = before + key.toLocaleLowerCase();
    typed.current = { text, at: now };
    // A single letter goes on from the row after this one.
    const start = shown.indexOf(from) + (text.length === 1 ? 1 : 0);
    const inOrder = [...shown.slice(start), ...shown.slice(0, start)];
    const found = inOrder.find(({ name }) => name.toLocaleLowerCase().startsWith(text));
    if (found) go(found);
    return true;
  };
}
