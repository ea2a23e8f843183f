/** The address in pasted embed code, or the text itself if it has no iframe; linear in the length of the text. */
export function embedAddress(text: string): string {
  const start = text.search(/<iframe\s/i);
  if (start === -1) return text.trim();
  const end = text.indexOf('>', start);
  const tag = text.slice(start, end === -1 ? text.length : end);
  return /\ssrc\s*=\s*["']([^"']+)["']/i.exec(tag)?.[1] ?? text.trim();
}
