import type { ImageHash } from '../../contract/image-hash.ts';
import { contentTag } from '../http/etag.ts';

/** The content that represents the site in browser tabs, on home screens and beside links. */
export interface SiteIdentity {
  /** The company's name; empty without a company. */
  name: string;
  logo: ImageHash | null;
  /** The logo on dark grounds; null without one. */
  darkLogo: ImageHash | null;
  /** The hero's title, or the company's name, or “Welcome”. */
  title: string;
  background: ImageHash | null;
  /** As `#rrggbb`. */
  accent: string;
}

/** Version tags of the drawn pictures: a tag changes exactly when its picture does. */
export interface SitePictureTags {
  icon: string;
  /** Of the icon for dark tabs, which a company with a logo for dark grounds has. */
  darkIcon?: string;
  preview: string;
}

/** The accent of web/landing/tokens.css. */
const defaultAccent = '#e4572e';

/** Increment when the drawing code changes, so that browsers and crawlers fetch the new pictures. */
const drawing = 1;

/** Reads a site's identity from its content. */
export function siteIdentity(content: {
  company: { name: string; logo: ImageHash | null; darkLogo: ImageHash | null; accentColor: string } | null;
  hero: { title: string; backgroundImage: ImageHash | null } | null;
}): SiteIdentity {
  const name = content.company?.name ?? '';
  return {
    name,
    logo: content.company?.logo ?? null,
    darkLogo: content.company?.darkLogo ?? null,
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

/** The version tags of an identity's icons and preview. */
export function sitePictureTags({ name, logo, darkLogo, title, background, accent }: SiteIdentity): SitePictureTags {
  return {
    icon: tag([drawing, logo, firstLetter(name), accent]),
    ...(darkLogo && { darkIcon: tag([drawing, darkLogo, firstLetter(name), accent]) }),
    preview: tag([drawing, name, title, background, accent]),
  };
}

function tag(inputs: readonly unknown[]): string {
  return contentTag(JSON.stringify(inputs));
}
