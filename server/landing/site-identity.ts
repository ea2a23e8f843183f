import type { ImageHash } from '../../contract/image-hash.ts';
import type { PicturePoint } from '../../contract/picture-details.ts';
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
  /** The point of the background that the preview keeps; null for the middle. */
  focus: PicturePoint | null;
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

/** Reads a site's identity from its content; `images` has the focal points of the content's pictures. */
export function siteIdentity(content: {
  company: { name: string; logo: ImageHash | null; darkLogo: ImageHash | null; accentColor: string } | null;
  hero: { title: string; backgroundImage: ImageHash | null } | null;
  images: Readonly<Record<string, { focus?: PicturePoint }>>;
}): SiteIdentity {
  const name = content.company?.name ?? '';
  const background = content.hero?.backgroundImage ?? null;
  return {
    name,
    logo: content.company?.logo ?? null,
    darkLogo: content.company?.darkLogo ?? null,
    title: content.hero?.title || name || 'Welcome',
    background,
    focus: (background && content.images[background]?.focus) ?? null,
    accent: content.company?.accentColor || defaultAccent,
  };
}

/** The letter that stands for a company without a logo; empty without a name. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** The version tags of an identity's icons and preview. */
export function sitePictureTags(site: SiteIdentity): SitePictureTags {
  const { name, logo, darkLogo, title, background, focus, accent } = site;
  return {
    icon: tag([drawing, logo, firstLetter(name), accent]),
    ...(darkLogo && { darkIcon: tag([drawing, darkLogo, firstLetter(name), accent]) }),
    preview: tag([drawing, name, title, background, accent, ...(focus ? [focus.x, focus.y] : [])]),
  };
}

function tag(inputs: readonly unknown[]): string {
  return contentTag(JSON.stringify(inputs));
}
