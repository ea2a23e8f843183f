import { castTo } from '../../../contract/cast.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import type { Draft } from '../records/record-view.ts';

/** The page's content with the draft's values in the edited row; without a draft, a new row is left out. */
export function withDraft(content: PageContent, draft: Draft | null): PageContent {
  // Fields without a value keep the server's value.
  const typed = draft && Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  // The content keeps its shape: only values of the edited row change, each to a value of the same type.
  return castTo<PageContent>(replaced(content, typed));
}

function replaced(value: unknown, typed: Draft | null): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, typed)).filter((item) => item !== null);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, typed)]));
  if (copy.isEdited !== true) return copy;
  if (typed) return { ...copy, ...typed };
  return copy.id === 0 ? null : copy;
}
