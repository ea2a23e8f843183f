import { eq } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import { publishedRows } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { encode } from '../../core/images/encoder.ts';
import { picturesIn } from '../../core/images/page-pictures.ts';
import type { Database } from '../../db/database.ts';
import { images } from '../../db/schema/images.ts';
import { createRevisionCache } from '../http/revision-cache.ts';
import { firstLetter, type SiteIdentity, siteIdentity, sitePictureTags } from './site-identity.ts';

/** A drawn picture with the version tag of its URL. */
export interface SitePicture {
  tag: string;
  bytes: Buffer;
}

/** Sizes of the icons, in px. The one for home screens has no transparent corners. */
export const iconSizes = { tab: 32, homeScreen: 180, manifest: 192 } as const;

/** Draws the site's icons and preview on the first request and caches them until their content changes. */
export function createSitePictures(db: Database) {
  const cachedIdentity = createRevisionCache<SiteIdentity>(db);
  const kept = new Map<string, { tag: string; bytes: Promise<Buffer> }>();

  const identity = () => cachedIdentity('identity', () => readIdentity(db));

  /** The cached picture of a name and tag; concurrent requests share one drawing. */
  async function picture(name: string, tag: string, draw: () => Promise<Buffer>): Promise<SitePicture> {
    let known = kept.get(name);
    if (known?.tag !== tag) {
      const bytes = draw();
      known = { tag, bytes };
      kept.set(name, known);
      bytes.catch(() => {
        if (kept.get(name)?.bytes === bytes) kept.delete(name);
      });
    }
    return { tag, bytes: await known.bytes };
  }

  return {
    identity,
    /** The icon as PNG, `size` px square; for dark tabs from the logo for dark grounds, if there is one. */
    async icon(size: number, tab: 'light' | 'dark' = 'light'): Promise<SitePicture> {
      const site = await identity();
      const tags = sitePictureTags(site);
      const isDark = tab === 'dark' && tags.darkIcon !== undefined;
      const isOpaque = size === iconSizes.homeScreen;
      const tag = (isDark && tags.darkIcon) || tags.icon;
      return picture(`icon-${size}-${tab}`, tag, async () => {
        const letter = firstLetter(site.name);
        return drawn('icon', async () => {
          const logo = await storedBytes(db, isDark ? site.darkLogo : site.logo);
          return { kind: 'icon', logo, letter, accent: site.accent, size, isOpaque };
        });
      });
    },
    /** The preview that other sites show beside a link, as JPEG. */
    async preview(): Promise<SitePicture> {
      const site = await identity();
      return picture('preview', sitePictureTags(site).preview, async () => {
        const name = site.title === site.name ? '' : site.name;
        return drawn('preview', async () => {
          const background = await storedBytes(db, site.background);
          return { kind: 'preview', background, focus: site.focus, title: site.title, name, accent: site.accent };
        });
      });
    },
  };
}

async function readIdentity(db: Database): Promise<SiteIdentity> {
  const [company] = await publishedRows(db, records.company.heading);
  const [hero] = await publishedRows(db, records.hero.heading);
  const content = { company: company ?? null, hero: hero ?? null };
  return siteIdentity({ ...content, images: await picturesIn(db, [content.hero?.backgroundImage]) });
}

async function storedBytes(db: Database, hash: ImageHash | null): Promise<Buffer | null> {
  if (hash === null) return null;
  const [stored] = await db.select({ bytes: images.bytes }).from(images).where(eq(images.hash, hash));
  return stored?.bytes ?? null;
}

/** Copies the drawing's bytes: those from the encoder process are part of a larger message. */
async function drawn(...task: Parameters<typeof encode>): Promise<Buffer> {
  return Buffer.from((await encode(...task)).bytes);
}
