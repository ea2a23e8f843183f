import { z } from 'zod';
import type { HidingRow } from '../../core/content/hiding-rows.ts';
import type { PageContent } from '../../core/content/page-content.ts';

export type { HidingRow, PageContent };

/** The page around an edited row, and the rows that keep the edited row off the page. */
export type PreviewContent = PageContent & { hiddenBy: HidingRow[] };

import type { StatusView } from '../status/view.ts';
import type { SitePictureTags } from './site-identity.ts';

/** Exports of the built renderer, `web/dist/server/render.js`. */
export interface LandingRenderer {
  /** Renders the public page as an HTML document. */
  renderLanding(page: LandingPage): string;
  /** A small page with one message in the public page's style, for forms posted without script. */
  renderNotice(page: NoticePage): string;
  /** Renders the status page as an HTML document. */
  renderStatus(page: StatusDocument): string;
  /** The inline script of the document's head; its hash goes into the content security policy. */
  bootScript: string;
}

/** URLs of built files, with content hashes in their names. */
export const landingAssets = z.object({
  /** Script of the landing page. */
  loader: z.string(),
  /** Entry script and style sheets of the back office, loaded for `#/…` URLs only. */
  admin: z.string(),
  adminStyles: z.array(z.string()),
  /** The landing page's style sheet as text, inlined into the document. */
  css: z.string(),
});

export type LandingAssets = z.infer<typeof landingAssets>;

export interface LandingPage {
  content: PageContent;
  assets: LandingAssets;
  /** Public URL of the product, without a trailing slash. */
  publicUrl: string;
  /** Version tags in the URLs of the icons and the preview picture. */
  tags: SitePictureTags;
}

export interface StatusDocument extends LandingPage {
  view: StatusView;
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
  /** Hidden fields of the form. */
  fields?: Readonly<Record<string, string>>;
}
