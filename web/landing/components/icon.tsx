import type { ReactNode } from 'react';
import type { contactIcons } from '../../../contract/contact-details.ts';
import type { featureIcons } from '../../../contract/features.ts';
import type { serviceIcons } from '../../../contract/services.ts';
import { classes } from './classes.ts';

type ControlIcon = 'arrow-left' | 'arrow-right' | 'arrow-up' | 'check' | 'close' | 'menu' | 'pause' | 'play' | 'quote';

/** Names of all icons; records store the content icons' names. */
export type IconName =
  | ControlIcon
  | (typeof featureIcons)[number]
  | (typeof serviceIcons)[number]
  | (typeof contactIcons)[number];

/** Paths on a 24 × 24 grid in the current text colour. */
const paths: Record<IconName, ReactNode> = {
  'arrow-left': <path d="M20 12H4m7-7-7 7 7 7" />,
  'arrow-right': <path d="M4 12h16m-7-7 7 7-7 7" />,
  'arrow-up': <path d="M12 20V4m-7 7 7-7 7 7" />,
  check: <path d="m4 13 5 5L20 6" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  menu: <path d="M3 7h18M3 12h18M3 17h18" />,
  pause: <path d="M8 5v14m8-14v14" />,
  play: <path d="M7 4.5v15L20 12z" fill="currentColor" />,
  quote: (
    <path
      d="M10 7c-4 1-6 4-6 10h6v-6H7c0-1 1-2 3-2zm10 0c-4 1-6 4-6 10h6v-6h-3c0-1 1-2 3-2z"
      fill="currentColor"
      stroke="none"
    />
  ),
  'uk-icon-thumbs-o-up': (
    <path d="M3 11h4v10H3zm4 0 4-8c2 0 3 1.5 3 3.5L13 9h6c1.5 0 2.5 1.5 2 3l-2 7c-.3 1.2-1 2-2.5 2H7" />
  ),
  'uk-icon-line-chart': <path d="M3 3v18h18M7 15l4-5 3 3 6-8m0 5V5h-5" />,
  'uk-icon-bar-chart-o': <path d="M3 21h18M5 21V12h3v9m3 0V4h3v17m3 0V9h3v12" />,
  'uk-icon-clock-o': <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l4 2" />,
  'uk-icon-html5': <path d="M4 3h16l-1.5 15.5L12 21l-6.5-2.5zm12 4H8l.4 4.5h7.2l-.5 4.5-3.1 1-3-1-.2-1.5" />,
  'uk-icon-signal': <path d="M4 20v-3m5 3v-7m6 7V9m5 11V4" />,
  'uk-icon-photo': <path d="M3 5h18v14H3zm0 11 5-5 5 5 3-3 5 4M16 8.5v.01" />,
  'uk-icon-trophy': (
    <path d="M7 4h10v6a5 5 0 0 1-10 0zm0 2H4c0 4 1.5 5 3.5 5M17 6h3c0 4-1.5 5-3.5 5M12 15v3m-4 3h8m-6-3h4" />
  ),
  'uk-icon-search': <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21" />,
  'uk-icon-lightbulb-o': (
    <path d="M12 3a6 6 0 0 0-3.5 11c.5.5 1 1 1 2h5c0-1 .5-1.5 1-2A6 6 0 0 0 12 3zm-2 16h4m-3 2h2" />
  ),
  '/icons/mobile-white.svg': <path d="M7 2.5h10v19H7zM7 18h10m-5 1.7v.01M10.5 5h3" />,
  '/icons/server-white.svg': <path d="M3 4h18v7H3zm0 9h18v7H3zm4-5.5v.01M7 16.5v.01M11 7.5h6M11 16.5h6" />,
  'uk-icon-map-marker': (
    <path d="M12 21.5c-4-5-6.5-8-6.5-12a6.5 6.5 0 0 1 13 0c0 4-2.5 7-6.5 12zm0-14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
  ),
  'uk-icon-phone': (
    <path d="M6 3h3l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v3c0 1.5-1 3-3 3C10 20.5 3.5 14 3 6c0-2 1.5-3 3-3z" />
  ),
  'uk-icon-envelope': <path d="M3 5h18v14H3zm0 1 9 8 9-8" />,
};

/** Renders a decorative icon that scales with the text; its meaning needs a text beside it. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      className={classes('icon', className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths[name]}
    </svg>
  );
}
