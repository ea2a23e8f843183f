/** Ways to reach a person or a program. `sms` goes over the SMS account of the contact, all others over the provider of the kind. */
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

/** State of one notification on one channel. accepted: the provider took it; skipped: an earlier channel reached the person. */
export const deliveryStates = ['waiting', 'handing-over', 'accepted', 'failed', 'skipped'] as const;

/** What happened in an incident. */
export const incidentEvents = [
  'offline',
  'online',
  'notified',
  'acknowledged',
  'unacknowledged',
  'snoozed',
  'note',
  'resolved',
] as const;
