import type { PolicyRecipient } from '../../contract/alarm-policies.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Bundle, bundlesOf } from './grouping.ts';
import type { News } from './news.ts';
import { company } from './notify.ts';
import { channelsById, channelsOfServers, contactsById, contactsOfAccounts, type Recipient } from './recipients.ts';
import { onCallNow } from './rotas.ts';

/** Someone who is notified, and of what. */
export interface Target {
  key: string;
  recipient: Recipient;
  bundles: Bundle[];
}

/** What a notification is about. */
export interface Subject {
  account: number | null;
  /** Null: a fire drill, in which no server is offline. */
  bundle: Bundle | null;
  /** The server whose channels take part in a fire drill. */
  drillServerId?: number | null;
}

/** Finds out whom the recipients of policies stand for now. */
export type Reach = (about: Subject) => (recipient: PolicyRecipient) => Target[];

/** Reads whom recipients stand for, for several incidents at once. A server's channel is notified of its own servers alone. */
export async function readReach(
  { db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>,
  recipients: readonly PolicyRecipient[],
  about: readonly Subject[],
): Promise<Reach> {
  const idsOf = (kind: 'contact' | 'channel' | 'rota') =>
    recipients.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const onCall = await onCallNow(db, idsOf('rota'), now());
  const people = await contactsById(db, [...new Set([...idsOf('contact'), ...[...onCall.values()].flat()])]);
  const chosen = await channelsById(db, idsOf('channel'));
  const accounts = await contactsOfAccounts(db, [...new Set(about.flatMap(({ account }) => account ?? []))]);
  const channels = await channelsOfServers(
    db,
    about.flatMap(({ bundle, drillServerId }) => bundle?.news.map(({ clientId }) => clientId) ?? drillServerId ?? []),
  );
  return ({ account, bundle, drillServerId }) => {
    const whole = (found: readonly (Recipient | undefined)[]) =>
      found.flatMap((recipient) =>
        recipient ? [{ key: recipient.key, recipient, bundles: bundle === null ? [] : [bundle] }] : [],
      );
    return (recipient) => {
      switch (recipient.kind) {
        case 'company':
          return whole(config.smtpUrl === null ? [] : [company]);
        case 'contact':
          return whole([people.get(recipient.id)]);
        case 'channel':
          return whole([chosen.get(recipient.id)]);
        case 'rota':
          return whole((onCall.get(recipient.id) ?? []).map((id) => people.get(id)));
        case 'server':
          return [
            ...whole(accounts.get(account ?? 0) ?? []),
            ...(bundle === null ? whole(channels.get(drillServerId ?? 0) ?? []) : ofServers(bundle, channels)),
          ];
      }
    };
  };
}

/** The channels of a bundle's servers, each with the news about its own servers. */
function ofServers(bundle: Bundle, channels: ReadonlyMap<number, Recipient[]>): Target[] {
  const found = new Map<string, { recipient: Recipient; own: News[] }>();
  for (const one of bundle.news) {
    for (const recipient of channels.get(one.clientId) ?? []) {
      const known = found.get(recipient.key) ?? { recipient, own: [] };
      known.own.push(one);
      found.set(recipient.key, known);
    }
  }
  return [...found].map(([key, { recipient, own }]) => ({
    key,
    recipient,
    bundles: own.length === bundle.news.length ? [bundle] : bundlesOf(own),
  }));
}
