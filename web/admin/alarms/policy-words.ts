import type { PolicyFields, PolicyRecipient } from '../../../contract/alarm-policies.ts';

/** A recipient or scope as the value of an input: `server`, `contact 7`. */
export function keyOf(recipient: PolicyRecipient): string {
  return 'id' in recipient ? `${recipient.kind} ${recipient.id}` : recipient.kind;
}

type Plan = Pick<PolicyFields, 'steps' | 'repeats' | 'repeatMinutes'>;

/** The steps of a policy in sentences; `names` has the names of recipients by their keys. */
export function planSentence({ steps, repeats, repeatMinutes }: Plan, names: ReadonlyMap<string, string>): string {
  const notified = steps.map(({ afterMinutes, recipients }) => {
    const who = recipients.map((recipient) => recipientWords(recipient, names)).join(', ');
    return `${afterMinutes === 0 ? 'At once' : `After ${minuteWords(afterMinutes)}`}: ${who || 'nobody'}.`;
  });
  const more = !(repeats > 0)
    ? []
    : [`${timesWords(repeats)} more, ${minuteWords(repeatMinutes)} after the last step.`];
  return [...notified, ...more].join(' ');
}

interface Drilled {
  steps: readonly { recipients: readonly { kind: string }[] }[];
  scopes: readonly { kind: string }[];
}

/** True if steps notify the contacts of servers, and the scopes are not one server or SMS account alone. */
export function needsDrillServer({ steps, scopes }: Drilled): boolean {
  const [only, second] = scopes;
  const isOne = only !== undefined && !second && (only.kind === 'server' || only.kind === 'account');
  return !isOne && steps.some(({ recipients }) => recipients.some(({ kind }) => kind === 'server'));
}

type DrilledPolicy = Pick<Plan, 'steps'> & {
  names: Readonly<Record<string, string>>;
  scopes: readonly { kind: string; name: string | null }[];
  drillServer: string | null;
};

/** Who gets the test of a fire drill, each once, and who is left out. */
export function drillSentence(policy: DrilledPolicy): string {
  const names = new Map(Object.entries(policy.names));
  const isIncomplete = policy.drillServer === null && needsDrillServer(policy);
  const affected = policy.drillServer ?? policy.scopes[0]?.name ?? 'the server';
  const recipients = policy.steps.flatMap((step) => step.recipients);
  const words = recipients.flatMap((recipient) => {
    if (recipient.kind !== 'server') return [recipientWords(recipient, names)];
    return isIncomplete ? [] : [`contacts and channels of ${affected}`];
  });
  const who = [...new Set(words)].join(', ') || 'nobody';
  const left = isIncomplete
    ? ' Contacts and channels of servers are left out: the policy names no server for drills.'
    : '';
  return `Everyone in its steps gets a test and is asked to answer: ${who}.${left} SMS cost as usual.`;
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
