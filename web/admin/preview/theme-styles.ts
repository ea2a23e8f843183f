import { useEffect, useState } from 'react';
import { type Typeface, typefaces } from '../../../contract/theme.ts';
import compact from '../../landing/theme/compact.css?inline';
import darkLogo from '../../landing/theme/dark-logo.css?inline';
import second from '../../landing/theme/second.css?inline';
import square from '../../landing/theme/square.css?inline';
import { type Theme, type ThemePart, themeParts } from '../../landing/theme.ts';

const loadTypefaces: Record<Typeface, () => Promise<{ default: string }>> = {
  bricolage: () => import('../../landing/fonts.css?inline'),
  fraunces: () => import('../../landing/theme/fraunces.css?inline'),
  sora: () => import('../../landing/theme/sora.css?inline'),
  plex: () => import('../../landing/theme/plex.css?inline'),
};

const parts: Partial<Record<ThemePart, string>> = { second, square, compact, 'dark-logo': darkLogo };

/** The style sheet of a pair of typefaces. */
export async function typefaceStyles(typeface: Typeface): Promise<string> {
  return (await loadTypefaces[typeface]()).default;
}

/**
 * The style sheets that a theme adds to the page's. Another pair of typefaces takes effect once its style sheet has arrived;
 * the previous pair stays until then.
 */
export function useThemeStyles(theme: Theme | null): string {
  const typeface = theme?.typeface ?? typefaces[0];
  const [faces, setFaces] = useState('');
  useEffect(() => {
    // The document has the rules of one pair, which are the default one's if no other was added (landing/theme-styles.ts).
    if (typeface === typefaces[0] && !document.getElementById('theme')) return setFaces('');
    let isCurrent = true;
    // Without the style sheet the page keeps the typefaces that it has.
    typefaceStyles(typeface)
      .then((text) => isCurrent && setFaces(text))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [typeface]);
  return (
    faces +
    themeParts(theme)
      .map((part) => parts[part] ?? '')
      .join('\n')
  );
}
