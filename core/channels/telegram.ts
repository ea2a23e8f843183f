import { z } from 'zod';
import type { Sender } from './notification.ts';
import { post } from './post.ts';
import { cut, plainText } from './text.ts';

/** Telegram refuses longer messages. */
const maxLength = 4096;

const limited = z.object({ parameters: z.object({ retry_after: z.number() }) });

/** Sends a message of a bot: the secret is the bot's token, the target the id of the chat. Without a parse mode all text is plain. */
export const sendTelegram: Sender = async ({ target, secret }, notification, attempt, deps) => {
  const body = {
    chat_id: target,
    text: cut(plainText(notification, attempt), maxLength),
    link_preview_options: { is_disabled: true },
  };
  await post({ url: `${deps.telegramApiBase}/bot${secret}/sendMessage`, body, retryAfterOf }, deps);
};

function retryAfterOf(body: string): number | null {
  try {
    return limited.parse(JSON.parse(body)).parameters.retry_after;
  } catch {
    // The body is another one; the header may know.
    return null;
  }
}
