import { companyName } from '../../core/content/company-name.ts';
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

/** Documents that are kept: some for each page of servers. */
const maxKept = 100;

/**
 * Returns a function that makes the documents of the status page. One is rendered and compressed once for each state that it
 * shows, requests at the same time share the reading, and while the database fails the last documents stay. Null: there
 * is no such page, or no server is listed.
 */
export function createStatusDocuments(deps: Dependencies) {
  const readHistories = createHistoryCache(deps);
  const kept = new Map<string, () => Promise<PreparedDocument | null>>();

  function reader(form: StatusForm, page: number) {
    let known: { key: string; document: Promise<PreparedDocument> } | undefined;
    let reading: Promise<PreparedDocument | null> | undefined;
    async function read() {
      const overview = await readOverview(deps, readHistories, page);
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
    const view = { ...statusView(overview), takesSubscriptions: takesSubscriptions(deps.config) };
    const revision = await deps.landing.revision();
    // Times are written to the minute: until the next one the page stays the same.
    const key = JSON.stringify([revision, { ...view, updated: view.updated.text }]);
    return { key, make: () => deps.landing.status(view) };
  }

  return async (form: StatusForm, page: number): Promise<PreparedDocument | null> => {
    const name = `${form} ${page}`;
    const read = kept.get(name) ?? reader(form, page);
    const document = await read();
    if (document !== null && kept.size < maxKept) kept.set(name, read);
    return document;
  };
}
