import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { castTo } from '../../contract/cast.ts';
import { type ContentSource, liveContent } from '../../core/content/content-source.ts';
import { loadContent, type PageContent } from '../../core/content/page-content.ts';
import type { EditedRow } from '../../core/content/page-rows.ts';
import { landingRenders } from '../../core/metrics/counters.ts';
import type { Database } from '../../db/database.ts';
import { currentRevision } from '../../db/query/content-revision.ts';
import { tagged } from '../http/etag.ts';
import { lastGood } from '../http/last-good.ts';
import { createRevisionCache } from '../http/revision-cache.ts';
import type { StatusView } from '../status/view.ts';
import {
  type LandingAssets,
  type LandingPage,
  type LandingRenderer,
  landingAssets,
  type NoticeButton,
} from './page.ts';
import { siteIdentity, sitePictureTags } from './site-identity.ts';

/** The built web module: its renderer and its files. */
export interface BuiltWeb {
  renderer: LandingRenderer;
  assets: LandingAssets;
  /** Folder of the browser's files. */
  clientFolder: string;
}

/** The public page as ready-to-send bytes. */
export interface RenderedPage {
  /** The content revision that the page shows. */
  revision: number;
  etag: string;
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** The public page and the notice pages. */
export interface Landing {
  clientFolder: string;
  /** Additional script sources of the content security policy: the hash of the inline boot script. */
  scriptSources: readonly string[];
  /** The page of the current content revision; while the database fails, the last page that was rendered. */
  page(): Promise<RenderedPage>;
  /** The page of the content revision that the database has now; rejects while the database fails. */
  currentPage(): Promise<RenderedPage>;
  /** Content of the page, including the edited row, published or not. */
  content(edited?: EditedRow): Promise<PageContent>;
  /** The page with other content than the live one, as an HTML document. */
  preview(source: ContentSource): Promise<string>;
  /** A page with one message, in the public page's style. */
  notice(title: string, message: string, button?: NoticeButton): Promise<string>;
  /** The content revision that `status` renders with. */
  revision(): Promise<number>;
  /** The status page, in the public page's style. */
  status(view: StatusView): Promise<string>;
  /** A notice with texts from the code, the same for everyone: rendered once for each content revision. */
  fixedNotice(title: string, message: string): Promise<Buffer>;
}

/** Loads the output of `web/build.ts`; throws if assets.json is not as declared. */
export async function loadBuiltWeb(folder: string): Promise<BuiltWeb> {
  const renderer: unknown = await import(pathToFileURL(join(folder, 'server', 'render.js')).href);
  const assets: unknown = JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8'));
  return {
    // Built from web/landing/render.tsx, whose exports are type-checked against this interface.
    renderer: castTo<LandingRenderer>(renderer),
    assets: landingAssets.parse(assets),
    clientFolder: join(folder, 'client'),
  };
}

/** Renders and caches the page once per content revision. */
export function createLanding(web: BuiltWeb, db: Database, publicUrl: string): Landing {
  const cachedPage = createRevisionCache<RenderedPage>(db);
  const cachedContent = createRevisionCache<LandingPage>(db);

  async function render(revision: number): Promise<RenderedPage> {
    const stop = landingRenders.startTimer();
    const page = await compress(web.renderer.renderLanding(await loadPage()));
    stop();
    return { revision, ...page };
  }

  async function loadPage(source = liveContent(db)): Promise<LandingPage> {
    const content = await loadContent(db, undefined, source);
    return { content, assets: web.assets, publicUrl, tags: sitePictureTags(siteIdentity(content)) };
  }

  const noticeContent = () => cachedContent('content', () => loadPage());
  const lastNoticeContent = lastGood(noticeContent);
  const cachedNotice = createRevisionCache<Buffer>(db);
  const fixedNotices = new Map<string, () => Promise<Buffer>>();

  function fixedNotice(title: string, message: string): Promise<Buffer> {
    const key = `${title}\n${message}`;
    const known = fixedNotices.get(key);
    if (known) return known();
    const render = async () => Buffer.from(web.renderer.renderNotice({ ...(await noticeContent()), title, message }));
    const read = lastGood(() => cachedNotice(key, render));
    fixedNotices.set(key, read);
    return read();
  }

  return {
    clientFolder: web.clientFolder,
    scriptSources: [`'sha256-${createHash('sha256').update(web.renderer.bootScript).digest('base64')}'`],
    page: lastGood(() => cachedPage('page', render)),
    currentPage: () => cachedPage('page', render, { ask: true }),
    content: (edited) => loadContent(db, edited),
    preview: async (source) => web.renderer.renderLanding(await loadPage(source)),
    async notice(title, message, button) {
      return web.renderer.renderNotice({ ...(await lastNoticeContent()), title, message, button });
    },
    fixedNotice,
    revision: async () => currentRevision(db),
    status: async (view) => web.renderer.renderStatus({ ...(await noticeContent()), view }),
  };
}

// Content changes rarely: quality 10 takes some 50 ms for each change in another thread, and saves 8 % over the usual 6.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

async function compress(html: string): Promise<Omit<RenderedPage, 'revision'>> {
  const identity = Buffer.from(html);
  const [zipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity, brotli)]);
  return { etag: tagged(identity).etag, identity, gzip: zipped, br };
}
