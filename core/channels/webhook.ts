import { createHmac } from 'node:crypto';
import type { NotifiedMonitor, Sender } from './notification.ts';
import { post } from './post.ts';
import { titleOf } from './text.ts';

/**
 * Posts `{type, timestamp, data}` with the headers of Standard Webhooks. `data` is the first server; of a notification about several,
 * `Others` has the rest. Receivers recognise a repetition by `webhook-id`.
 */
export const sendWebhook: Sender = async ({ target, secret }, notification, attempt, deps) => {
  const [first, ...others] = notification.monitors.map(monitorData);
  const body = JSON.stringify({
    type: notification.type,
    timestamp: notification.at,
    data: { ...first, Title: titleOf(notification, attempt), ...(others.length > 0 && { Others: others }) },
  });
  const timestamp = String(Math.floor(Number(deps.check.now()) / 1000));
  const signed = `${attempt.key}.${timestamp}.${body}`;
  const headers = {
    'webhook-id': attempt.key,
    'webhook-timestamp': timestamp,
    ...(secret !== '' && { 'webhook-signature': `v1,${signature(secret, signed)}` }),
  };
  await post({ url: target, headers, body }, deps);
};

function monitorData({ id, name, status, since, reason }: NotifiedMonitor) {
  return { MonitorID: id, Name: name, Status: status, Since: since, Reason: reason };
}

/** The HMAC of a secret such as `whsec_MfKQ…`, whose rest is the key in Base64. */
function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}
