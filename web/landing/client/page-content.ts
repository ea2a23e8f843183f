import { castTo } from '../../../contract/cast.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import type { PageContent } from '../../../server/landing/page.ts';

/** Loads the page's content. Null if the session has expired. */
export async function loadPageContent(): Promise<PageContent | null> {
  const token = localStorage.getItem(sessionKeys.token) ?? '';
  const response = await fetch('/trpc/landing.content', { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new Error(`the page's content could not be loaded: ${response.status}`);
  // Typed by the server's router, whose client library is too large for this script.
  const { result } = castTo<{ result: { data: PageContent } }>(await response.json());
  return result.data;
}
