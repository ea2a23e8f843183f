import type { ImageHash } from '../../contract/image-hash.ts';
import { contentTag } from '../http/etag.ts';

/** What of the content stands for the whole site: in browsers' tabs, on home screens, beside links from elsewhere. */
export interface SiteIdentity {
  /** The company's name; empty without a company. */
  name: string;
  logo: ImageHash | null;
  /** The hero's title; without one the company's name, or a plain word. */
  title: string;
  background: ImageHash | null;
  /** As `#rrggbb`. */
  accent: string;
}

/** Tags of the drawn pictures: each changes when, and only when, its picture does. */
export interface SitePictureTags {
  icon: string;
  preview: string;
}

/** The accent of web/landing/tokens.css. */
const defaultAccent = '#e4572e';

/** Counts up when the same content is drawn differently, so that browsers and crawlers fetch the new drawing. */
const drawing = 1;

/** Reads a site's identity from its content. */
export function siteIdentity(content: {
  company: { name: string; logo: ImageHash | null; accentColor: string } | null;
  hero: { title: string; backgroundImage: ImageHash | null } | null;
}): SiteIdentity {
  const name = content.company?.name ?? '';
  return {
    name,
    logo: content.company?.logo ?? null,
    title: content.hero?.title || name || 'Welcome',
    background: content.hero?.backgroundImage ?? null,
    accent: content.company?.accentColor || defaultAccent,
  };
}

/** The letter that stands for a company without a logo; empty without a name. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** Says which drawing of the icons and of the preview an identity has. */
export function sitePictureTags({ name, logo, title, background, accent }: SiteIdentity): SitePictureTags {
  return {
    icon: tag([drawing, logo, firstLetter(name), accent]),
    preview: tag([drawing, name, title, background, accent]),
  };
}

function tag(inputs: readonly unknown[]): string {
  return contentTag(JSON.stringify(inputs));
}
