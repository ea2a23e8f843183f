import { z } from 'zod';
import type { Sender } from './notification.ts';
import { post } from './post.ts';
import { cut, plainText } from './text.ts';

/** Discord refuses longer messages. */
const maxLength = 2000;

const limited = z.object({ retry_after: z.number() });

/** Posts to a webhook of Discord, which answers once the message is stored. Nobody is mentioned, whatever a server's name is. */
export const sendDiscord: Sender = async ({ target }, notification, attempt, deps) => {
  const url = new URL(target);
  url.searchParams.set('wait', 'true');
  const content = cut(plainText(notification, attempt).replace(/[\\*_~`|]/g, '\\$&'), maxLength);
  // 4: no preview of the links.
  const body = { content, allowed_mentions: { parse: [] }, flags: 4 };
  await post({ url: url.href, body, retryAfterOf }, deps);
};

function retryAfterOf(body: string): number | null {
  try {
    return limited.parse(JSON.parse(body)).retry_after;
  } catch {
    // The body is another one; the header may know.
    return null;
  }
}
