import { typefaces } from '../../contract/theme.ts';
import defaultTypefaces from './fonts.css?inline';
import compact from './theme/compact.css?inline';
import darkLogo from './theme/dark-logo.css?inline';
import fraunces from './theme/fraunces.css?inline';
import plex from './theme/plex.css?inline';
import second from './theme/second.css?inline';
import sora from './theme/sora.css?inline';
import square from './theme/square.css?inline';
import { type Theme, type ThemePart, themeParts } from './theme.ts';

const parts: Record<ThemePart, string> = { fraunces, sora, plex, second, square, compact, 'dark-logo': darkLogo };

/**
 * The page's style sheets with a theme: `page`, the same for all but without the default typefaces where others are chosen, and
 * `theme`, empty for the default theme. Every page contains the rules of one pair of typefaces only.
 */
export function styleSheets(theme: Theme | null, css: string): { page: string; theme: string } {
  const hasDefaultTypefaces = (theme?.typeface ?? typefaces[0]) === typefaces[0];
  return {
    page: hasDefaultTypefaces ? css : css.replace(defaultTypefaces.trim(), ''),
    theme: themeParts(theme)
      .map((part) => parts[part].trim())
      .join(''),
  };
}
