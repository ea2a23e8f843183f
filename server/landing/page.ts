import type { PageContent } from '../../core/content/page-content.ts';

export type { PageContent };

import type { SitePictureTags } from './site-identity.ts';

/** Exports of the built renderer, `web/dist/server/render.js`. */
export interface LandingRenderer {
  /** The whole HTML document of the public page. */
  renderLanding(page: LandingPage): string;
  /** A small page with one message in the public page's style, for forms posted without script. */
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
  /** The landing's style sheet, inlined into the document. */
  css: string;
  /** Font files to preload. */
  fonts: readonly string[];
}

export interface LandingPage {
  content: PageContent;
  assets: LandingAssets;
  /** Public URL of the product, without a trailing slash. */
  publicUrl: string;
  /** Version tags in the URLs of the icons and the preview picture. */
  tags: SitePictureTags;
}

export interface NoticePage extends LandingPage {
  title: string;
  message: string;
  /** A button to confirm with, if there is something to confirm. */
  button?: NoticeButton | undefined;
}

/** The only button of a form that posts to `action`. */
export interface NoticeButton {
  label: string;
  action: string;
}
