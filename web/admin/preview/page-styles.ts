export type Scheme = 'light' | 'dark';

/** The page's style sheet from the document, kept in an inactive element (web/landing/client/admin.ts). */
const styles = document.getElementById('styles')?.textContent ?? '';

/**
 * The page's style sheet and those of a theme, for one colour scheme, whatever the viewer's: media features of the colour scheme are replaced by
 * one that is always or never true. Without a scheme, the viewer's applies.
 */
export function pageStyles(scheme: Scheme | undefined, theme: string): string {
  const all = styles + theme;
  if (!scheme) return all;
  const forced = all.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g, (_, wanted) =>
    wanted === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
  return `${forced}\n:root{color-scheme:${scheme}}`;
}
