import { z } from 'zod';
import { subscriptionStates } from '../../contract/subscribe.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { allSubscribers, stateOf, unsubscribeAddress } from '../../core/inbox/subscribers.ts';
import { signedIn } from '../accounts/access.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendDownload } from '../http/download.ts';
import { customRoute } from '../rest/custom-route.ts';

const query = z.object({ all: z.unknown().optional() });

/** `GET /api/subscribers.csv`: the subscribed addresses, with `all=true` those that wait or have unsubscribed too. */
export const subscribersExport = customRoute({
  methods: ['GET'],
  path: '/api/subscribers.csv',
  access: ['inbox:read'],
  summary: 'Newsletter subscribers as CSV; with all=true those who have not confirmed or have unsubscribed too',
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

const details = ['State', 'Confirmed', 'Consent given', 'Consent version', 'Consent text'];

/** Includes the unsubscribe links, because newsletters are sent by other software and must contain them. */
async function* csv(deps: Dependencies, which: 'all' | 'active'): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['E-mail', 'Subscribed', 'Unsubscribed', 'Unsubscribe link', ...details]);
  for await (const subscriber of allSubscribers(deps, which)) {
    const link = unsubscribeAddress(deps.config.publicUrl, subscriber);
    const { email, subscribedAt, unsubscribedAt, confirmedAt, consentedAt, consentVersion, consentText } = subscriber;
    const state = subscriptionStates[stateOf(subscriber)];
    const consent = [consentedAt, consentVersion, consentText];
    yield csvRow([email, subscribedAt, unsubscribedAt, link, state, confirmedAt, ...consent]);
  }
}
