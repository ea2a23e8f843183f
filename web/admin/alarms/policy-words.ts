import type { PolicyFields, PolicyRecipient } from '../../../contract/alarm-policies.ts';

/** A recipient or scope as the value of an input: `server`, `contact 7`. */
export function keyOf(recipient: PolicyRecipient): string {
  return 'id' in recipient ? `${recipient.kind} ${recipient.id}` : recipient.kind;
}

type Plan = Pick<PolicyFields, 'steps' | 'repeats' | 'repeatMinutes'>;

/** The steps of a policy in sentences; `names` has the names of recipients by their keys. */
export function planSentence({ steps, repeats, repeatMinutes }: Plan, names: ReadonlyMap<string, string>): string {
  const told = steps.map(({ afterMinutes, recipients }) => {
    const who = recipients.map((recipient) => recipientWords(recipient, names)).join(', ');
    return `${afterMinutes === 0 ? 'At once' : `After ${minuteWords(afterMinutes)}`}: ${who || 'nobody'}.`;
  });
  const more = !(repeats > 0)
    ? []
    : [`${timesWords(repeats)} more, ${minuteWords(repeatMinutes)} after the last step.`];
  return [...told, ...more].join(' ');
}

/** Everyone in the steps of a policy, each once. */
export function recipientsSentence({ steps }: Pick<Plan, 'steps'>, names: ReadonlyMap<string, string>): string {
  const words = steps.flatMap(({ recipients }) => recipients.map((recipient) => recipientWords(recipient, names)));
  return [...new Set(words)].join(', ');
}

/** A recipient in words. */
function recipientWords(recipient: PolicyRecipient, names: ReadonlyMap<string, string>): string {
  if (recipient.kind === 'server') return 'contacts and channels of the server';
  if (recipient.kind === 'company') return 'the company';
  const name = names.get(keyOf(recipient));
  if (name === undefined) return `a deleted ${recipient.kind}`;
  return recipient.kind === 'rota' ? `on call in ${name}` : name;
}

function minuteWords(minutes: number): string {
  // An input that is empty while someone types.
  if (Number.isNaN(minutes)) return '… min';
  if (minutes % 60 !== 0 || minutes === 0) return `${minutes} min`;
  return `${minutes / 60} h`;
}

function timesWords(times: number): string {
  if (times === 1) return 'Once';
  return times === 2 ? 'Twice' : `${times} times`;
}
