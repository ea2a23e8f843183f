import type { Dependencies } from '../dependencies.ts';
import type { NoticeButton } from './page.ts';

/** A page with one message: the reply to a form posted without script, where a script would show a toast. */
export function noticePage(deps: Dependencies, title: string, message: string, button?: NoticeButton): Promise<string> {
  return deps.landing.notice(title, message, button);
}
