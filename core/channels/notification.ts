import type { channelKinds } from '../../contract/alarms.ts';
import type { CheckDeps } from '../checks/result.ts';
import type { Mailer } from '../providers/mail.ts';
import type { PushKey } from './push-message.ts';

/** What a notification is about. */
export interface Notification {
  /** The event's name in webhooks. */
  type: 'monitor.down' | 'monitor.up' | 'monitor.reminder' | 'monitor.digest' | 'product.blind' | 'test';
  /** The news in one line of plain text. */
  title: string;
  /** Further facts as plain text, or empty. */
  text: string;
  /** The server's or incident's page in the back office. */
  link: string;
  /** Opens a page that acknowledges the incident. Null: nothing to acknowledge. */
  acknowledgeLink: string | null;
  /** When it happened, as ISO time. */
  at: string;
  /** The servers, the first that changed first. */
  monitors: readonly NotifiedMonitor[];
}

export interface NotifiedMonitor {
  id: number;
  name: string;
  status: 'online' | 'offline';
  /** ISO time. */
  since: string;
  reason: string;
}

/** Where a notification goes: the opened target and secret of a channel. */
export interface ChannelAddress {
  target: string;
  /** Empty: none. */
  secret: string;
}

/** One attempt to send a notification. */
export interface Attempt {
  /** Stays the same for all attempts at one notification: receivers that know keys recognise a repetition. */
  key: string;
  /** An earlier attempt may have arrived; the text says so. */
  mayBeRepeated: boolean;
}

/** What senders need from their process; tests pass their own names and addresses. */
export interface SendDeps {
  check: CheckDeps;
  /** Null: mail is off. */
  mailer: Mailer | null;
  publicUrl: string;
  telegramApiBase: string;
  /** The key that browsers have subscribed to. */
  pushKey(): Promise<PushKey>;
  /** Limit of a whole attempt: look-up, connection and answer. */
  timeoutMs: number;
}

/** Hands a notification to a provider; returns once the provider has accepted it. Throws a ChannelFailure. */
export type Sender = (
  address: ChannelAddress,
  notification: Notification,
  attempt: Attempt,
  deps: SendDeps,
) => Promise<void>;

/**
 * A failed attempt. permanent: the channel is gone or refuses, and no further attempt helps. temporary: the provider has not accepted
 * it. unknown: the notification may have arrived.
 */
export class ChannelFailure extends Error {
  override readonly name = 'ChannelFailure';
  readonly kind: 'permanent' | 'temporary' | 'unknown';
  /** The provider's Retry-After; null without one. */
  readonly retryAfterSeconds: number | null;
  constructor(kind: ChannelFailure['kind'], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The kinds that one call to a provider serves. SMS goes the way of the message log. */
export type SentKind = Exclude<(typeof channelKinds)[number], 'sms'>;
