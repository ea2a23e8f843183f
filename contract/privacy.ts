import { z } from 'zod';
import { auditDays } from './audit.ts';
import { line } from './fields.ts';

/** What erasing a person does with the records of a kind. */
export type PersonalOutcome = 'deleted' | 'anonymised' | 'kept';

interface PersonalKind {
  /** Heading of the group. */
  label: string;
  /** What happens on erasing, and why. */
  outcome: PersonalOutcome;
  reason: string;
}

/** Kinds of records about people, in the order of the screen (docs/privacy.md has the tables of each). */
export const personalKinds = {
  users: {
    label: 'Users',
    outcome: 'kept',
    reason: 'A user who should go is deleted in Users, where the last Owner is protected.',
  },
  sessions: {
    label: 'Sign-ins that are still open',
    outcome: 'kept',
    reason: 'They end with the session, or with the user.',
  },
  inbox: {
    label: 'Messages of the contact form',
    outcome: 'deleted',
    reason: 'A copy that is waiting to be mailed to the company is not sent any more.',
  },
  subscribers: {
    label: 'Newsletter subscribers',
    outcome: 'deleted',
    reason: 'A confirmation mail that is still waiting is not sent.',
  },
  statusSubscribers: {
    label: 'Subscribers of the status page',
    outcome: 'deleted',
    reason: 'Mails about incidents that are still waiting are not sent.',
  },
  contacts: {
    label: 'SMS contacts',
    outcome: 'deleted',
    reason: 'They receive no alarms and no messages any more.',
  },
  channels: {
    label: 'Channels of alarms',
    outcome: 'deleted',
    reason: 'They receive no alarms any more.',
  },
  messageLog: {
    label: 'Message log',
    outcome: 'anonymised',
    reason:
      'Telephone number and text are replaced. Date, status, segments and price stay for the books. Messages that are waiting are canceled.',
  },
  audit: {
    label: 'Audit log',
    outcome: 'anonymised',
    reason:
      'Recorded values with the address or number are removed. Who did what, when and from where stays as proof until its time is over.',
  },
  optOuts: {
    label: 'Replies of STOP',
    outcome: 'kept',
    reason: 'The law requires that a number that replied STOP gets no messages, even if the contact is added again.',
  },
  accounts: {
    label: 'SMS accounts',
    outcome: 'kept',
    reason: 'They belong to a contract. Change or delete them in Twilio Client.',
  },
  page: {
    label: 'People on the page',
    outcome: 'kept',
    reason: 'They are published content. Edit or delete them in the page; the history forgets them after its time.',
  },
  rotas: {
    label: 'Calendars of rotas',
    outcome: 'kept',
    reason:
      'They are a copy of a calendar. Change it there, or the rota in On call; the next reading follows within 15 minutes.',
  },
  mentions: {
    label: 'Texts that mention the person',
    outcome: 'kept',
    reason:
      'They were written by others. Delete a message in the Inbox if it should go; notes of incidents go after 93 days.',
  },
  boards: {
    label: 'Cards of boards',
    outcome: 'kept',
    reason: 'They are a copy of Trello. Change the card there; the next sync follows.',
  },
} as const satisfies Record<string, PersonalKind>;

export type PersonalKindName = keyof typeof personalKinds;

/** True for the name of a kind of records. */
function isKindName(name: string): name is PersonalKindName {
  return Object.hasOwn(personalKinds, name);
}

/** The names of the kinds, in the order of the screen. */
export const personalKindNames: readonly PersonalKindName[] = Object.keys(personalKinds).filter(isKindName);

/** Most e-mail addresses and numbers of one person. */
export const maxIdentifiers = 5;

/** A person as typed: a name, or up to five e-mail addresses and telephone numbers, separated by commas. */
export const personText = line('Person', 300).min(3, 'Type at least 3 characters');

/** Search for a person. */
export const personSearch = z.object({
  person: personText,
  /** True to read long lists to their end, as an export and an erasure do. */
  isWhole: z.boolean().default(false),
});

/** Erasure of a person; `confirmation` is the text typed again. */
export const personErasure = z
  .object({ person: personText, confirmation: z.string().max(300).trim() })
  .refine(({ person, confirmation }) => person === confirmation, {
    path: ['confirmation'],
    message: 'Type the same text as above',
  });

/** Format and person of an export. */
export const personExport = z.object({ person: personText });

interface RetentionKind {
  label: string;
  /** Days of an installation without settings; null: for ever. */
  defaultDays: number | null;
  minDays: number;
  maxDays: number;
  /** True if the records may be kept for ever. */
  mayBeForEver: boolean;
  /** What happens at the end. */
  end: string;
  /** The sentence of a privacy statement without its period. */
  statement: string;
}

/** Kinds of personal data with a retention that the owner sets. */
export const retentionKinds = {
  inbox: {
    label: 'Messages of the contact form',
    defaultDays: null,
    minDays: 1,
    maxDays: 3650,
    mayBeForEver: true,
    end: 'The message is deleted.',
    statement: 'Messages that you send us with the contact form are kept',
  },
  unconfirmed: {
    label: 'Subscriptions that were not confirmed',
    defaultDays: 7,
    minDays: 1,
    maxDays: 30,
    mayBeForEver: false,
    end: 'The address is deleted.',
    statement: 'A newsletter subscription that you do not confirm is kept',
  },
  unsubscribed: {
    label: 'Unsubscribed newsletter addresses',
    defaultDays: null,
    minDays: 1,
    maxDays: 3650,
    mayBeForEver: true,
    end: 'The address is deleted.',
    statement: 'After you unsubscribe from the newsletter, the address is kept as proof of it',
  },
  messageLog: {
    label: 'Numbers and texts in the message log',
    defaultDays: null,
    minDays: 30,
    maxDays: 3650,
    mayBeForEver: true,
    end: 'Number and text are replaced. Date, status, segments and price stay for the books.',
    statement: 'Telephone numbers and texts of SMS messages are kept',
  },
  audit: {
    label: 'Audit log',
    defaultDays: auditDays,
    minDays: 30,
    maxDays: 3650,
    mayBeForEver: false,
    end: 'The entry is deleted.',
    statement: 'The record of changes and sign-ins of our staff, with network addresses, is kept',
  },
  failedSignIns: {
    label: 'Failed sign-ins in the audit log',
    defaultDays: auditDays,
    minDays: 7,
    maxDays: 3650,
    mayBeForEver: false,
    end: 'The entry is deleted, at the latest with the other entries of the audit log.',
    statement: 'The record of failed sign-ins, with network addresses, is kept',
  },
} as const satisfies Record<string, RetentionKind>;

export type RetentionKindName = keyof typeof retentionKinds;

function isRetentionKind(name: string): name is RetentionKindName {
  return Object.hasOwn(retentionKinds, name);
}

/** The names of the kinds with a retention, in the order of the screen. */
export const retentionKindNames: readonly RetentionKindName[] = Object.keys(retentionKinds).filter(isRetentionKind);

/** A retention that is set; null: for ever. */
export const retentionRule = z
  .object({
    kind: z.custom<RetentionKindName>((name) => typeof name === 'string' && isRetentionKind(name), 'Unknown kind'),
    days: z.int('Days must be a whole number').nullable(),
  })
  .superRefine(({ kind, days }, ctx) => {
    const message = retentionProblem(kind, days);
    if (message !== null) ctx.addIssue({ code: 'custom', path: ['days'], message });
  });

/** Why a kind cannot be kept for this time; null if it can. */
export function retentionProblem(kind: RetentionKindName, days: number | null): string | null {
  const { minDays, maxDays, mayBeForEver } = retentionKinds[kind];
  if (days === null) return mayBeForEver ? null : 'A number of days is required';
  if (days >= minDays && days <= maxDays) return null;
  return `Days must be between ${minDays} and ${maxDays}`;
}

/** Data with a retention that is part of the product, for the screen and the statement. */
export const fixedRetention = [
  {
    label: 'Sessions',
    time: 'until they end',
    statement: 'The sign-in of a user, with network address, is kept until it ends.',
  },
  {
    label: 'History of the page',
    time: '730 days, the newest 20 states of each record longer',
    statement:
      'Earlier versions of our page, with the name of their author, are kept for 2 years, the newest ones longer.',
  },
  {
    label: 'Status changes of servers',
    time: '93 days',
    statement: 'Status changes of monitored servers are kept for 93 days.',
  },
  {
    label: 'Subscribers of the status page',
    time: 'until they unsubscribe; 24 hours without a confirmation',
    statement:
      'Your address for the mails of our status page is kept until you unsubscribe, and deleted after 24 hours if you do not confirm it.',
  },
  {
    label: 'Replies of STOP',
    time: 'as long as the SMS account exists',
    statement: 'A number that replied STOP is kept as long as we send messages, so that we do not write to it again.',
  },
] as const;

/** A time in words: `for 365 days`. */
function timeInWords(days: number | null): string {
  if (days === null) return 'without a fixed limit';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}

/** The text `How long we keep …` for a privacy statement, one sentence a line. */
export function retentionStatement(days: ReadonlyMap<RetentionKindName, number | null>): string {
  const set = retentionKindNames.map(
    (kind) => `${retentionKinds[kind].statement} ${timeInWords(days.get(kind) ?? null)}.`,
  );
  const fixed = fixedRetention.map(({ statement }) => statement);
  return ['How long we keep personal data', '', ...[...set, ...fixed].map((sentence) => `- ${sentence}`)].join('\n');
}
