import type { channelKinds } from '../../../contract/alarms.ts';

type Kind = (typeof channelKinds)[number];

interface Words {
  /** Label of the target. */
  target: string;
  placeholder: string;
  /** Where the target comes from. */
  hint: string;
  /** Label and hint of the secret; undefined: the kind has none. */
  secret?: { label: string; hint: string };
}

/** What the form says about each kind. */
export const channelWords: Record<Kind, Words> = {
  sms: { target: 'Number', placeholder: '+4930901820', hint: 'The contact’s own number.' },
  email: { target: 'E-mail address', placeholder: 'name@example.com', hint: 'Sent by the mail server of the product.' },
  webhook: {
    target: 'URL',
    placeholder: 'https://example.com/hooks/alarms',
    hint: 'Gets a POST with JSON and the headers of Standard Webhooks.',
    secret: { label: 'Signing secret', hint: 'Such as whsec_…; without one the requests are not signed.' },
  },
  slack: {
    target: 'Webhook URL',
    placeholder: 'https://hooks.slack.com/services/…',
    hint: 'In Slack: the app Incoming Webhooks, Add to a channel, Webhook URL. Mattermost works too.',
  },
  teams: {
    target: 'Workflow URL',
    placeholder: 'https://….logic.azure.com/workflows/…',
    hint: 'In Teams: the channel’s menu, Workflows, “Post to a channel when a webhook request is received”.',
  },
  discord: {
    target: 'Webhook URL',
    placeholder: 'https://discord.com/api/webhooks/…',
    hint: 'In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL.',
  },
  telegram: {
    target: 'Chat',
    placeholder: '-1001234567890',
    hint: 'The number of a chat that the bot is a member of, or @name of a public channel.',
    secret: { label: 'Token of the bot', hint: 'From @BotFather, such as 123456:ABC-DEF…' },
  },
  ntfy: {
    target: 'Topic',
    placeholder: 'https://ntfy.sh/my-topic',
    hint: 'The address of the topic; choose a name that nobody guesses.',
    secret: { label: 'Access token', hint: 'Only for a protected topic.' },
  },
  push: { target: 'Browser', placeholder: '', hint: '' },
};
