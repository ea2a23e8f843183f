import type { Dependencies } from '../dependencies.ts';
import type { NoticeButton } from './page.ts';

/** A page that says one thing: what a form posted without script gets instead of a toast. */
export function noticePage(deps: Dependencies, title: string, message: string, button?: NoticeButton): Promise<string> {
  return deps.landing.notice(title, message, button);
}
