/** Joins class names to one attribute value; skips missing names. */
export function classes(...names: (string | undefined | false)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
