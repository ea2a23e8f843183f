import { companyName } from '../../core/content/company-name.ts';
import type { StatusGroup } from '../../core/status/groups.ts';
import { createHistoryCache } from '../../core/status/history-cache.ts';
import { readOverview, type StatusOverview } from '../../core/status/overview.ts';
import { takesSubscriptions } from '../../core/status/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import { lastGood } from '../http/last-good.ts';
import { statusFeed } from './feed.ts';
import { statusJson } from './json.ts';
import { type PreparedDocument, prepareDocument } from './prepared-page.ts';
import { statusView } from './view.ts';

/** Forms of the status page. */
export type StatusForm = 'html' | 'json' | 'rss';

/** Documents that are kept: some for each page of servers and each group. */
const maxKept = 400;

/**
 * Returns a function that makes the documents of /status, and of a group if one is given. One is rendered and compressed once for each state that it
 * shows, requests at the same time share the reading, and while the database fails the last documents stay. Null: there
 * is no such page, or no server is listed.
 */
export function createStatusDocuments(deps: Dependencies) {
  const readHistories = createHistoryCache(deps);
  const kept = new Map<string, () => Promise<PreparedDocument | null>>();

  function reader(form: StatusForm, page: number, group: StatusGroup | null) {
    let known: { key: string; document: Promise<PreparedDocument> } | undefined;
    let reading: Promise<PreparedDocument | null> | undefined;
    async function read() {
      const overview = await readOverview(deps, readHistories, group, page);
      if (overview === null || overview.servers.length === 0) return null;
      const text = await textOf(form, overview);
      if (known?.key !== text.key) known = { key: text.key, document: text.make().then(prepareDocument) };
      return known.document;
    }
    return lastGood(() => {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    });
  }

  async function textOf(form: StatusForm, overview: StatusOverview) {
    if (form === 'json') {
      const text = statusJson(overview);
      return { key: text, make: async () => text };
    }
    if (form === 'rss') {
      const { publicUrl } = deps.config;
      const text = statusFeed(overview, { name: await companyName(deps.db), publicUrl });
      return { key: text, make: async () => text };
    }
    const view = {
      ...statusView(overview),
      takesSubscriptions: overview.group === null && takesSubscriptions(deps.config),
    };
    const revision = await deps.landing.revision();
    // Times are written to the minute: until the next one the page stays the same.
    const key = JSON.stringify([revision, { ...view, updated: view.updated.text }]);
    return { key, make: () => deps.landing.status(view) };
  }

  return async (form: StatusForm, page: number, group: StatusGroup | null = null): Promise<PreparedDocument | null> => {
    // A changed group has other documents: those of its old link are not sent again.
    const name = JSON.stringify([form, page, group]);
    const read = kept.get(name) ?? reader(form, page, group);
    const document = await read();
    if (document === null || kept.has(name)) return document;
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(name, read);
    return document;
  };
}
