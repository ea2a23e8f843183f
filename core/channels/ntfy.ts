import type { Notification, Sender } from './notification.ts';
import { post } from './post.ts';
import { cut, titleOf } from './text.ts';

/** ntfy turns longer messages into attachments. */
const maxLength = 3500;

/** Priorities from 1 to 5: 5 rings through a phone's silence. */
const priorities: Record<Notification['type'], number> = {
  'monitor.down': 5,
  'monitor.reminder': 4,
  'monitor.digest': 4,
  'product.blind': 4,
  'monitor.up': 3,
  test: 3,
};

/** Publishes to a topic such as https://ntfy.sh/my-topic as JSON, which takes any letters; the secret is an access token. */
export const sendNtfy: Sender = async ({ target, secret }, notification, attempt, deps) => {
  const { type, text, link, acknowledgeLink } = notification;
  const url = new URL(target);
  const path = url.pathname.replace(/\/+$/, '');
  const topic = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const body = {
    topic,
    title: titleOf(notification, attempt),
    message: cut(text === '' ? titleOf(notification, attempt) : text, maxLength),
    priority: priorities[type],
    click: link,
    ...(acknowledgeLink !== null && { actions: [{ action: 'view', label: 'Acknowledge', url: acknowledgeLink }] }),
  };
  const headers = secret === '' ? {} : { authorization: `Bearer ${secret}` };
  await post({ url: `${url.origin}${path.slice(0, path.lastIndexOf('/') + 1)}`, headers, body }, deps);
};
