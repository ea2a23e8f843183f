import type { Dependencies } from '../dependencies.ts';
import type { NoticeButton } from './page.ts';

/** Renders a page with one message, the no-script equivalent of a toast. */
export function noticePage(deps: Dependencies, title: string, message: string, button?: NoticeButton): Promise<string> {
  return deps.landing.notice(title, message, button);
}
