import { z } from 'zod';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { allSubscribers, unsubscribeAddress } from '../../core/inbox/subscribers.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';

const query = z.object({ all: z.unknown().optional() });

/** `GET /api/subscribers.csv`: the active subscribers, with `all=true` those who left too. */
export const subscribersExport = customRoute({
  methods: ['GET'],
  path: '/api/subscribers.csv',
  access: 'admin',
  summary: 'Newsletter subscribers as CSV; with all=true those who have unsubscribed too',
  download: true,
  documents: { query, types: ['text/csv'] },
  handler: (deps) => async (request, reply) => {
    const which = query.parse(request.query).all === 'true' ? 'all' : 'active';
    await recordExport(deps, signedIn(request), request, 'subscribe.exportSubscribers', { which });
    const day = deps.now().toISOString().slice(0, 10);
    return sendDownload(request, reply, {
      name: `subscribers-${day}.csv`,
      type: 'text/csv; charset=utf-8',
      content: () => csv(deps, which),
    });
  },
});

/** Includes the unsubscribe links, because newsletters are sent by other software and must contain them. */
async function* csv(deps: Dependencies, which: 'all' | 'active'): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['E-mail', 'Subscribed', 'Unsubscribed', 'Unsubscribe link']);
  for await (const subscriber of allSubscribers(deps, which)) {
    const link = unsubscribeAddress(deps.config.publicUrl, subscriber);
    yield csvRow([subscriber.email, subscriber.subscribedAt, subscriber.unsubscribedAt, link]);
  }
}
