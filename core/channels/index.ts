import { sendDiscord } from './discord.ts';
import { sendEmail } from './email.ts';
import type { Sender, SentKind } from './notification.ts';
import { sendNtfy } from './ntfy.ts';
import { sendPush } from './push.ts';
import { sendSlack } from './slack.ts';
import { sendTeams } from './teams.ts';
import { sendTelegram } from './telegram.ts';
import { sendWebhook } from './webhook.ts';

/** The sender of each kind of channel. */
export const senders: Record<SentKind, Sender> = {
  email: sendEmail,
  webhook: sendWebhook,
  slack: sendSlack,
  teams: sendTeams,
  discord: sendDiscord,
  telegram: sendTelegram,
  ntfy: sendNtfy,
  push: sendPush,
};
