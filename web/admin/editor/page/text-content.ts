/*
 * A text's element contains nothing but text. A line break at the end needs a second one after it: browsers draw the last
 * line only if something follows.
 */

/** The text of an element that can be typed in. */
export function readText(element: HTMLElement): string {
  const text = rawText(element);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Shows another text, unless the element shows it already: typing leaves the caret alone. */
export function showText(element: HTMLElement, text: string): void {
  if (readText(element) === text) return;
  const caret = endOfChange(readText(element), text);
  writeText(element, text);
  if (element.ownerDocument.activeElement === element) placeCaret(element, caret);
}

/** Replaces the selected part of the text, as a paste does. */
export function replaceSelection(element: HTMLElement, inserted: string): void {
  const range = element.ownerDocument.getSelection()?.getRangeAt(0);
  if (!range || !element.contains(range.commonAncestorContainer)) return;
  const text = readText(element);
  const before = element.ownerDocument.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = Math.min(before.toString().length, text.length);
  const end = Math.min(start + range.toString().length, text.length);
  writeText(element, text.slice(0, start) + inserted + text.slice(end));
  placeCaret(element, start + inserted.length);
}

/** Places the caret after the text. */
export function placeCaretAtEnd(element: HTMLElement): void {
  placeCaret(element, readText(element).length);
}

/** Removes what browsers leave in an emptied element, so that its placeholder shows. */
export function tidy(element: HTMLElement): void {
  if (element.firstChild && readText(element) === '') writeText(element, '');
}

function writeText(element: HTMLElement, text: string): void {
  element.textContent = text.endsWith('\n') ? `${text}\n` : text;
}

function placeCaret(element: HTMLElement, offset: number): void {
  element.ownerDocument.getSelection()?.collapse(element.firstChild ?? element, element.firstChild ? offset : 0);
}

/** Text with the line breaks that a browser may have inserted as elements. */
function rawText(element: HTMLElement): string {
  return [...element.childNodes].map((node) => (node.nodeName === 'BR' ? '\n' : (node.textContent ?? ''))).join('');
}

/** Offset in the second text after the part that differs from the first one. */
function endOfChange(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - end;
}
