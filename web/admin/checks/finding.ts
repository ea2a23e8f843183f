import type { RecordPath } from '../../../server/content/router.ts';
import type { PageContent } from '../../../server/landing/page.ts';

/** Something on the page to look at before visitors see it. */
export interface Finding {
  /** `problem`: visitors miss something or meet an error. `advice`: the page works, but could read or look better. */
  severity: 'problem' | 'advice';
  /** What was found, as a sentence. */
  text: string;
  /** What to do, as a sentence. */
  advice: string;
  /** The item to open, and the field to begin with. */
  item: { path: RecordPath; id: number };
  field?: string;
}

/** A rule: reads the page's content and answers what it found. `today` is the present day as `2026-03-02`. */
export type Rule = (content: PageContent, today: string) => Finding[];
