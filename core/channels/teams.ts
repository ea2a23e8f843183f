import type { Sender } from './notification.ts';
import { post } from './post.ts';
import { cut, titleOf } from './text.ts';

/** A card may have 28 KB in all. */
const maxTextLength = 8000;

/** Posts an Adaptive Card to a webhook of a workflow of Microsoft Teams. */
export const sendTeams: Sender = async ({ target }, notification, attempt, deps) => {
  const { text, link, acknowledgeLink } = notification;
  const block = (content: string, more: object) => ({
    type: 'TextBlock',
    text: escapeText(content),
    wrap: true,
    ...more,
  });
  const open = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(titleOf(notification, attempt), { weight: 'Bolder', size: 'Medium' }),
      ...(text === '' ? [] : [block(cut(text, maxTextLength), {})]),
    ],
    actions: [...(acknowledgeLink === null ? [] : [open('Acknowledge', acknowledgeLink)]), open('Open', link)],
  };
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }];
  await post({ url: target, body: { type: 'message', attachments } }, deps);
};

/** Cards know a part of Markdown: names must not become links or emphasis. */
function escapeText(text: string): string {
  return text.replace(/[\\*_[\]()#~`]/g, '\\$&');
}
