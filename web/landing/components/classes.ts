/** Class names as one attribute value; missing ones are left out. */
export function classes(...names: (string | undefined | false)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
