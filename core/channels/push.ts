import { pushTarget } from '../../contract/alarms.ts';
import { ChannelFailure, type Sender } from './notification.ts';
import { post } from './post.ts';
import { authorizePush, encryptPush } from './push-message.ts';
import { cut, titleOf } from './text.ts';

/** A push service keeps a message for a browser that is off this long: older news is stale. */
const lifetimeSeconds = 3600;
/** Push services take 4 KB of encrypted text. */
const maxLengths = { title: 200, text: 1500 };

/** Sends to a browser over its push service. The topic makes a repetition replace a message that has not been shown yet. */
export const sendPush: Sender = async ({ target }, notification, attempt, deps) => {
  const { endpoint, keys } = pushTarget.parse(JSON.parse(target));
  const { text, link, acknowledgeLink } = notification;
  const message = JSON.stringify({
    title: cut(titleOf(notification, attempt), maxLengths.title),
    text: cut(text, maxLengths.text),
    link,
    acknowledgeLink,
    tag: attempt.key,
  });
  const url = new URL(endpoint);
  const isSecure = deps.publicUrl.startsWith('https:');
  const contact = isSecure ? deps.publicUrl : `mailto:alarms@${new URL(deps.publicUrl).hostname}`;
  const headers = {
    authorization: authorizePush(url, await deps.pushKey(), { now: deps.check.now(), contact }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(lifetimeSeconds),
    urgency: 'high',
    topic: attempt.key,
  };
  await post({ url: endpoint, headers, body: encrypted(message, keys) }, deps);
};

function encrypted(message: string, keys: Parameters<typeof encryptPush>[1]): Buffer {
  try {
    return encryptPush(message, keys);
  } catch {
    throw new ChannelFailure('permanent', 'The key of the browser is not valid. Subscribe again.');
  }
}
