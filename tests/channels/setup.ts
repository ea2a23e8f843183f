import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Attempt, Notification, SendDeps } from '../../core/channels/notification.ts';
import { checkDeps, serve } from '../checks/setup.ts';

/** A request as a receiver got it. */
interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a receiver answers; a function answers by itself. */
type Answer = { status?: number; headers?: Record<string, string>; body?: string } | RequestListener;

/** Starts a receiver of notifications; its address and the requests that it got. */
export async function startReceiver(answer: Answer = {}) {
  const received: Received[] = [];
  const address = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (typeof answer === 'function') return answer(request, response);
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? 'ok');
    });
  });
  return { address, received, bodies: () => received.map(({ body }): unknown => JSON.parse(body)) };
}

/** What senders need, with private networks allowed. */
export function sendDeps(fields: Partial<SendDeps> = {}): SendDeps {
  return {
    check: checkDeps({ now: () => new Date('2026-03-02T08:00:00Z') }),
    mailer: null,
    publicUrl: 'https://vitrine.example',
    telegramApiBase: 'https://api.telegram.example',
    pushKey: () => Promise.reject(new Error('no key of push messages is set')),
    timeoutMs: 2000,
    ...fields,
  };
}

/** The news that a server with a hostile name is offline. */
export const outage: Notification = {
  type: 'monitor.down',
  title: '<Mill> @everyone & *sons* FAILED (exit 3)',
  text: 'Failed at 2026-03-02 09:00 CET.',
  link: 'https://vitrine.example/#/admin/schedule-tasks/7',
  acknowledgeLink: 'https://vitrine.example/alarm/abc',
  at: '2026-03-02T08:00:00.000Z',
  monitors: [
    { id: 7, name: '<Mill>', status: 'offline', since: '2026-03-02T08:00:00.000Z', reason: 'FAILED (exit 3)' },
    { id: 8, name: 'Silo', status: 'offline', since: '2026-03-02T08:00:01.000Z', reason: 'silent for 3 min' },
  ],
};

export const attempt: Attempt = { key: 'delivery-12', mayBeRepeated: false };
