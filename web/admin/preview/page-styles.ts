export type Scheme = 'light' | 'dark';

/** The page's style sheet from the document, kept in an inactive element (web/landing/client/admin.ts). */
const styles = document.getElementById('styles')?.textContent ?? '';

/**
 * The page's style sheet for one colour scheme, whatever the viewer's: media features of the colour scheme are replaced by
 * one that is always or never true. Without a scheme, the viewer's applies.
 */
export function pageStyles(scheme: Scheme | undefined): string {
  if (!scheme) return styles;
  const forced = styles.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g, (_, wanted) =>
    wanted === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
  return `${forced}\n:root{color-scheme:${scheme}}`;
}
