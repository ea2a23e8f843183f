import type { PolicyFields, PolicyRecipient, PolicyScope } from '../../../contract/alarm-policies.ts';
import { scopeKinds } from '../../../contract/alarm-policies.ts';
import type { Policy, PolicyChoices } from './answers.ts';
import { keyOf } from './policy-words.ts';

/** A step of the form; `key` keeps its inputs when steps change places. */
export interface StepDraft {
  key: number;
  afterMinutes: number | string;
  recipients: string[];
}

/** A policy as its form holds it. */
export interface PolicyDraft {
  name: string;
  steps: StepDraft[];
  repeats: number | string;
  repeatMinutes: number | string;
  isQuiet: boolean;
  quiet: { timeZone: string; from: string; until: string };
  maxPerHour: number | string;
  isDrilled: boolean;
  /** Id of the server in fire drills. */
  drillServer: string | null;
  scopes: string[];
}

/** What a form begins with. */
export function draftOf(policy: Policy | undefined): PolicyDraft {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    name: policy?.name ?? '',
    steps: (policy?.steps ?? [{ afterMinutes: 0, recipients: [{ kind: 'server' as const }] }]).map(
      ({ afterMinutes, recipients }, key) => ({ key, afterMinutes, recipients: recipients.map(keyOf) }),
    ),
    repeats: policy?.repeats ?? 0,
    repeatMinutes: policy?.repeatMinutes ?? 30,
    isQuiet: policy?.quiet != null,
    quiet: policy?.quiet ?? { timeZone, from: '22:00', until: '07:00' },
    maxPerHour: policy?.maxPerHour ?? '',
    isDrilled: policy?.isDrilled ?? false,
    drillServer: policy?.drillServerId == null ? null : String(policy.drillServerId),
    scopes: policy?.scopes.map(({ kind, targetId }) => `${kind} ${targetId}`) ?? [],
  };
}

/** The fields of a draft, to be checked. */
export function fieldsOf(draft: PolicyDraft): Omit<PolicyFields, 'id' | 'version'> {
  const { name, repeats, repeatMinutes, isQuiet, quiet, maxPerHour, isDrilled, drillServer } = draft;
  return {
    name,
    steps: draft.steps.map(({ afterMinutes, recipients }) => ({
      afterMinutes: numberOf(afterMinutes),
      recipients: recipients.flatMap(recipientOf),
    })),
    repeats: numberOf(repeats),
    repeatMinutes: numberOf(repeatMinutes),
    quiet: isQuiet ? quiet : null,
    maxPerHour: maxPerHour === '' ? null : numberOf(maxPerHour),
    isDrilled,
    drillServerId: drillServer === null ? null : Number(drillServer),
    scopes: draft.scopes.flatMap(scopeOf),
  };
}

function numberOf(value: number | string): number {
  return value === '' ? Number.NaN : Number(value);
}

function recipientOf(key: string): PolicyRecipient[] {
  if (key === 'server' || key === 'company') return [{ kind: key }];
  const [kind, id] = key.split(' ');
  return kind === 'contact' || kind === 'channel' || kind === 'rota' ? [{ kind, id: Number(id) }] : [];
}

function scopeOf(key: string): PolicyScope[] {
  const [name, targetId] = key.split(' ');
  const kind = scopeKinds.find((one) => one === name);
  return kind === undefined ? [] : [{ kind, targetId: Number(targetId) }];
}

interface Options {
  group: string;
  items: { value: string; label: string }[];
}

/** Who can be notified, in groups; recipients that are gone keep an entry, so that they can be removed. */
export function recipientOptions(
  choices: PolicyChoices,
  chosen: readonly string[],
  names: Policy['names'] = {},
): Options[] {
  const groups = [
    {
      group: 'In general',
      items: [
        { value: 'server', label: 'Contacts and channels of the server' },
        { value: 'company', label: 'The company (mail)' },
      ],
    },
    {
      group: 'On call',
      items: choices.rotas.map(({ id, name }) => ({ value: `rota ${id}`, label: `On call in ${name}` })),
    },
    {
      group: 'Contacts',
      items: choices.contacts.map(({ id, name, account }) => ({
        value: `contact ${id}`,
        label: `${name} (${account})`,
      })),
    },
    { group: 'Channels', items: choices.channels.map(({ id, name }) => ({ value: `channel ${id}`, label: name })) },
  ];
  return withDeleted(groups, chosen, names);
}

/** What a policy can apply to, in groups. */
export function scopeOptions(choices: PolicyChoices, chosen: readonly string[]): Options[] {
  const items = (kind: string, rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }));
  const groups = [
    { group: 'Everywhere', items: [{ value: 'all 0', label: 'All servers' }] },
    { group: 'Groups of the status page', items: items('group', choices.groups) },
    { group: 'SMS accounts', items: items('account', choices.accounts) },
    { group: 'Servers', items: items('server', choices.servers) },
  ];
  return withDeleted(groups, chosen);
}

function withDeleted(groups: readonly Options[], chosen: readonly string[], names: Policy['names'] = {}): Options[] {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)));
  const missing = chosen.filter((value) => !known.has(value));
  // A contact that is switched off is no choice, and has its name still.
  const off = missing.flatMap((value) => (names[value] ? [{ value, label: `${names[value]} (off)` }] : []));
  const gone = missing.filter((value) => !names[value]).map((value) => ({ value, label: `Deleted ${value}` }));
  return [...groups, { group: 'Switched off', items: off }, { group: 'No longer there', items: gone }].filter(
    (group) => group.items.length > 0,
  );
}

/** Names of recipients by their keys, for sentences. */
export function namesOf(choices: PolicyChoices, names: Policy['names'] = {}): ReadonlyMap<string, string> {
  const named = (kind: string, rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => [`${kind} ${id}`, name] as const);
  return new Map([
    ...Object.entries(names),
    ...named('contact', choices.contacts),
    ...named('channel', choices.channels),
    ...named('rota', choices.rotas),
  ]);
}
