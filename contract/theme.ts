/** Pairs of typefaces for headings and text. The first one is the default. */
export const typefaces = ['bricolage', 'fraunces', 'sora', 'plex'] as const;
export type Typeface = (typeof typefaces)[number];

/** Corners of cards, buttons and pictures. The first one is the default. */
export const cornerStyles = ['soft', 'square', 'round'] as const;
export type CornerStyle = (typeof cornerStyles)[number];

/** Space between and within sections. The first one is the default. */
export const densities = ['airy', 'compact'] as const;
export type Density = (typeof densities)[number];
