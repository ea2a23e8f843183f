import { type CornerStyle, type Typeface, typefaces } from '../../contract/theme.ts';
import type { PageContent } from '../../server/landing/page.ts';
import { accentTokens, secondTokens, type Tokens } from './accent.ts';

/** The choices of a company's row that change the look of the page. */
export type Theme = Pick<
  NonNullable<PageContent['company']>,
  'accentColor' | 'secondColor' | 'typeface' | 'corners' | 'density' | 'darkLogo'
>;

/** Style sheets that only pages with the choice contain (theme/). */
export type ThemePart = Exclude<Typeface, 'bricolage'> | 'second' | 'square' | 'compact' | 'dark-logo';

const cornerTokens: Record<CornerStyle, Tokens> = {
  soft: {},
  square: { '--radius': '0', '--radius-large': '0' },
  // Half the height of a button.
  round: { '--radius': '1.625rem', '--radius-large': 'clamp(2rem, 1.5rem + 2vw, 3.5rem)' },
};

/** The tokens (tokens.css) of a company's theme, for the root element; none for the default theme. */
export function themeTokens(theme: Theme | null): Tokens {
  if (!theme) return {};
  return {
    ...accentTokens(theme.accentColor),
    ...secondTokens(theme.secondColor),
    ...cornerTokens[theme.corners],
  };
}

/** The style sheets of a company's theme, in order; none for the default theme. */
export function themeParts(theme: Theme | null): ThemePart[] {
  if (!theme) return [];
  const { typeface, secondColor, corners, density, darkLogo } = theme;
  const parts: ThemePart[] = [];
  if (typeface !== typefaces[0]) parts.push(typeface);
  if (secondColor !== '') parts.push('second');
  if (corners === 'square') parts.push('square');
  if (density === 'compact') parts.push('compact');
  if (darkLogo) parts.push('dark-logo');
  return parts;
}
