import { z } from 'zod';
import { id, line } from './fields.ts';

/** Ways to reach a person or a program. `sms` goes over an SMS account, all others over the provider of the kind. */
export const channelKinds = [
  'sms',
  'email',
  'webhook',
  'slack',
  'teams',
  'discord',
  'telegram',
  'ntfy',
  'push',
] as const;
type ChannelKind = (typeof channelKinds)[number];

/** The kinds in words. */
export const channelLabels: Record<ChannelKind, string> = {
  sms: 'SMS',
  email: 'E-mail',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  push: 'Browser (push)',
};

/** State of one notification on one channel. accepted: the provider took it; skipped: an earlier channel reached the person. */
export const deliveryStates = ['waiting', 'handing-over', 'accepted', 'failed', 'skipped'] as const;

const webAddress = (prefix: RegExp, example: string) =>
  z
    .string()
    .max(2000, 'The address takes at most 2000 characters')
    .refine((text) => prefix.test(text) && isWebAddress(text), `The address must be like ${example}`);

/** True for an address of the web without credentials, which belong in the secret. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '';
}

const secretAddress = /^https:\/\//i;
const anyAddress = /^https?:\/\//i;
const topicAddress = /^https?:\/\/[^/]+\/(?:.*\/)?[\w%-]{1,64}\/?$/i;

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`));

/** The subscription of a browser, as its push manager gives it. */
export const pushTarget = z.object({
  endpoint: webAddress(anyAddress, 'https://push.example.com/…'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});

function isSubscription(text: string): boolean {
  try {
    return pushTarget.safeParse(JSON.parse(text)).success;
  } catch {
    // Not JSON.
    return false;
  }
}

/** The rule of a channel's target, by its kind. */
export const channelTargets: Record<ChannelKind, z.ZodType<string>> = {
  sms: z.string().regex(/^\+[1-9]\d{6,14}$/, 'The number must be like +4930901820'),
  email: z.email('The address must be like name@example.com').max(254),
  webhook: webAddress(anyAddress, 'https://example.com/hooks/alarms'),
  // Compatible servers, such as Mattermost, may be inside a company's network.
  slack: webAddress(anyAddress, 'https://hooks.slack.com/services/T000/B000/XXXX'),
  teams: webAddress(secretAddress, 'https://….logic.azure.com/workflows/…'),
  discord: webAddress(secretAddress, 'https://discord.com/api/webhooks/000/XXXX'),
  telegram: z
    .string()
    .regex(/^(-?\d{1,20}|@\w{5,32})$/, 'The chat must be a number such as -1001234567890, or @channel'),
  ntfy: webAddress(topicAddress, 'https://ntfy.sh/my-topic'),
  push: z.string().max(3000).refine(isSubscription, 'Subscribe a browser first'),
};

/** The rule of a channel's secret, by its kind; kinds without an entry have none. */
export const channelSecrets: Partial<Record<ChannelKind, z.ZodType<string>>> = {
  webhook: z
    .string()
    .regex(/^(whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/, 'The secret must be like whsec_… with 24 to 64 bytes in Base64'),
  telegram: z.string().regex(/^\d{1,20}:[\w-]{30,60}$/, 'The token of the bot must be like 123456:ABC-DEF…'),
  ntfy: z.string().regex(/^([\x21-\x7e]{1,200})?$/, 'The token must be one line without spaces'),
};

/**
 * A channel; without an id a new one. `target` and `secret` left out keep the stored ones. `contactId` is the person whose channel it
 * is; null: a channel of its own.
 */
export const channelFields = z.object({
  id: id.optional(),
  contactId: id.nullable().default(null),
  kind: z.enum(channelKinds),
  name: line('Name', 80),
  target: z.string().trim().optional(),
  secret: z.string().trim().optional(),
  isActive: z.boolean().default(true),
});

/** A channel by its name, for programs that create and change channels. */
export const registeredChannel = z.object({
  kind: z.enum(channelKinds),
  name: line('Name', 80),
  target: z.string().trim(),
  secret: z.string().trim().optional(),
});
