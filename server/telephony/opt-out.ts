import { and, eq } from 'drizzle-orm';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { telephonyContacts, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { type FormFields, formField } from './signature.ts';

/** What a keyword asks for. */
export type Keyword = 'stop' | 'start' | 'help';

// The provider's default keywords. Only a message of a single word counts.
const defaultKeywords: readonly (readonly [Keyword, RegExp])[] = [
  ['stop', /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i],
  ['start', /^(start|unstop)$/i],
  ['help', /^(help|info)$/i],
];
const optOutTypes: ReadonlyMap<string, Keyword> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);
/** The provider does not send to a number that has unsubscribed. */
const unsubscribedCode = 21610;

/**
 * The keyword of an incoming message; null for an ordinary message. The provider's OptOutType decides if present. "Yes"
 * is the answer to a question unless the sender has opted out.
 */
export async function keywordOf(db: Database, account: AccountRow, form: FormFields): Promise<Keyword | null> {
  const decided = optOutTypes.get(formField(form, 'OptOutType').toUpperCase());
  if (decided) return decided;
  const word = formField(form, 'Body').trim();
  if (/^yes$/i.test(word)) return (await hasOptedOut(db, account, formField(form, 'From'))) ? 'start' : null;
  return defaultKeywords.find(([, words]) => words.test(word))?.[0] ?? null;
}

/** True if the number replied STOP here, or the provider refused a message to it for that reason. */
async function hasOptedOut(db: Database, account: AccountRow, phoneNumber: string): Promise<boolean> {
  const optOut = and(eq(telephonyOptOuts.telephonyClientId, account.id), eq(telephonyOptOuts.phoneNumber, phoneNumber));
  if ((await db.$count(telephonyOptOuts, optOut)) > 0) return true;
  return (await db.$count(telephonyContacts, isUnsubscribed(account, phoneNumber))) > 0;
}

function isUnsubscribed(account: AccountRow, phoneNumber: string) {
  return and(
    eq(telephonyContacts.parentId, account.id),
    eq(telephonyContacts.twilioPhoneNumber, phoneNumber),
    eq(telephonyContacts.problemCode, unsubscribedCode),
  );
}

/** Statements that store STOP and START. */
export function updateOptOut(
  tx: Transaction,
  account: AccountRow,
  phoneNumber: string,
  keyword: Keyword | null,
  now: Date,
): Statement[] {
  if (keyword === 'stop') {
    const optOut = { telephonyClientId: account.id, phoneNumber, optedOutAt: now };
    return [tx.insert(telephonyOptOuts).values(optOut).onConflictDoNothing()];
  }
  if (keyword !== 'start') return [];
  return [
    tx
      .delete(telephonyOptOuts)
      .where(and(eq(telephonyOptOuts.telephonyClientId, account.id), eq(telephonyOptOuts.phoneNumber, phoneNumber))),
    tx
      .update(telephonyContacts)
      .set({ problem: null, problemCode: null, problemAt: null })
      .where(isUnsubscribed(account, phoneNumber)),
  ];
}
