/** A text as Postgres can hold it: NUL becomes a replacement character, as broken UTF-8 does. */
export function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
