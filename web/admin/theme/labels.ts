import type { CornerStyle, Density, Typeface } from '../../../contract/theme.ts';

interface TypefaceLabel {
  label: string;
  families: string;
  /** CSS families of headings and of text (web/landing/fonts.css, web/landing/theme/). */
  heading: string;
  text: string;
}

/** How people name the pairs of typefaces. */
export const typefaceLabels: Record<Typeface, TypefaceLabel> = {
  bricolage: {
    label: 'Lively',
    families: 'Bricolage Grotesque and Instrument Sans',
    heading: "'Bricolage Basic', 'Bricolage Grotesque', sans-serif",
    text: "'Instrument Basic', 'Instrument Sans', sans-serif",
  },
  fraunces: {
    label: 'Warm',
    families: 'Fraunces and Source Sans',
    heading: "'Fraunces Basic', 'Fraunces', serif",
    text: "'Source Sans Basic', 'Source Sans', sans-serif",
  },
  sora: {
    label: 'Round',
    families: 'Sora and Inter',
    heading: "'Sora Basic', 'Sora', sans-serif",
    text: "'Inter Basic', 'Inter', sans-serif",
  },
  plex: {
    label: 'Bookish',
    families: 'IBM Plex Sans and Source Serif',
    heading: "'Plex Sans Basic', 'Plex Sans', sans-serif",
    text: "'Source Serif Basic', 'Source Serif', serif",
  },
};

export const cornerLabels: Record<CornerStyle, string> = { soft: 'Soft', square: 'Square', round: 'Round' };

export const densityLabels: Record<Density, string> = { airy: 'Airy', compact: 'Compact' };
