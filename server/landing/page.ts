import type { PageContent } from '../../core/content/page-content.ts';

export type { PageContent };

import type { SitePictureTags } from './site-identity.ts';

/** What the built web room gives to the server: `web/dist/server/render.js` exports these. */
export interface LandingRenderer {
  /** The whole HTML document of the public page. */
  renderLanding(page: LandingPage): string;
  /** A small page in the landing's look that says one thing, for forms posted without script. */
  renderNotice(page: NoticePage): string;
  /** The inline script of the document's head; its hash goes into the content security policy. */
  bootScript: string;
}

/** Addresses of built files, with their content hash in the name. */
export interface LandingAssets {
  /** The landing's small script. */
  loader: string;
  /** Entry of the back office and its style sheets; loaded only for `#/…` addresses. */
  admin: string;
  adminStyles: readonly string[];
  /** The landing's whole style sheet, put into the document. */
  css: string;
  /** Font files to preload. */
  fonts: readonly string[];
}

export interface LandingPage {
  content: PageContent;
  assets: LandingAssets;
  /** Where the product is reached from outside, without a slash at the end. */
  publicUrl: string;
  /** What the addresses of the icons and of the preview picture carry, so that a new drawing is fetched. */
  tags: SitePictureTags;
}

export interface NoticePage extends LandingPage {
  title: string;
  message: string;
  /** What the visitor may confirm; left out: nothing to do. */
  button?: NoticeButton | undefined;
}

/** A button alone in a form that posts to `action`. */
export interface NoticeButton {
  label: string;
  action: string;
}
