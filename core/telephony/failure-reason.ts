import type { MessageStatus } from '../../contract/telephony.ts';

/** The provider's common error codes in our own words: what happened, and where it helps, what to do. */
const wordsOfCode: ReadonlyMap<number, string> = new Map([
  [10001, 'The Twilio account is not active.'],
  [14107, 'Twilio stopped a fast exchange with this number: two automatic replies may be answering each other.'],
  [20003, 'Twilio does not accept the AccountSID and AuthToken.'],
  [20005, 'The Twilio account is not active.'],
  [20404, 'Twilio does not know this account or message.'],
  [20429, 'Twilio was receiving too many requests.'],
  [21211, 'The number is not a valid telephone number.'],
  [21212, 'The account’s Twilio Phone Number is not a valid number.'],
  [21265, 'The number is a short code, which receives no text messages.'],
  [21266, 'The number is the account’s own number.'],
  [21408, 'The Twilio account may not send to this country. Enable the country under Geo permissions at Twilio.'],
  [21602, 'The message has no text.'],
  [21603, 'The account’s Twilio Phone Number is missing.'],
  [21604, 'The number is missing.'],
  [21606, 'The account’s Twilio Phone Number cannot send text messages to this number.'],
  [21608, 'The Twilio account is a trial account, which sends to verified numbers only.'],
  [21609, 'Twilio cannot reach the address for delivery reports (PUBLIC_URL).'],
  [21610, 'The number has unsubscribed: its owner replied STOP.'],
  [21611, 'Too many messages of the account’s Twilio Phone Number are waiting at Twilio.'],
  [21612, 'Twilio cannot send from the account’s Twilio Phone Number to this number.'],
  [21614, 'The number cannot receive text messages.'],
  [21617, 'The message is longer than 1,600 characters.'],
  [21635, 'The number is a landline, which receives no text messages.'],
  [21659, 'The account’s Twilio Phone Number is not a number of Twilio.'],
  [21660, 'The account’s Twilio Phone Number belongs to another Twilio account.'],
  [21661, 'The account’s Twilio Phone Number cannot send text messages.'],
  [21703, 'The messaging service at Twilio has no numbers.'],
  [30001, 'Too many messages were waiting at Twilio, so the message was dropped.'],
  [30002, 'Twilio has suspended the account.'],
  [30003, 'The phone is switched off or out of reach.'],
  [30004, 'The network or the receiver blocks the message.'],
  [30005, 'The number is unknown or no longer in use.'],
  [30006, 'The number is a landline, or its network cannot be reached.'],
  [30007, 'Twilio or the network filtered the message as unwanted content.'],
  [30008, 'The network gives no reason.'],
  [30009, 'A part of the message got lost.'],
  [30010, 'The message costs more than the highest price that the account allows.'],
  [30017, 'The receiver’s network was overloaded.'],
  [30018, 'The receiver’s country requires a registered sender.'],
  [30019, 'The message is too large for the receiver’s network.'],
  [30022, 'The campaign sent faster than US networks allow.'],
  [30023, 'The brand has reached the daily limit of a US network.'],
  [30024, 'The account’s number is not set up for the receiver’s network.'],
  [30027, 'The campaign has reached the daily limit of a US network.'],
  [30032, 'The toll-free number is not verified. Verify the number at Twilio.'],
  [30033, 'The campaign for US numbers is suspended.'],
  [30034, 'US networks refuse numbers without an A2P 10DLC registration. Register the number at Twilio.'],
  [30035, 'The registration of the number for US networks is not finished.'],
  [30036, 'The message was too old before it could be sent.'],
  [30038, 'The receiver’s network filters messages with codes and passwords.'],
  [30039, 'Twilio stopped an endless exchange of messages.'],
  [30410, 'The receiver’s network did not answer in time.'],
  [30450, 'Twilio blocked the message as suspected SMS pumping.'],
  [30454, 'The Twilio account has reached its daily limit of messages.'],
  [30485, 'The receiver’s network refuses the number of the sender.'],
  [63038, 'The Twilio account has reached its daily limit of messages.'],
]);

/** What a person can do about an error; nothing for errors that only waiting solves. */
const adviceOfCode: ReadonlyMap<number, string> = new Map(
  Object.entries({
    'Check the AccountSID and AuthToken in Twilio Client, and the account in the Twilio console.': [
      10001, 20003, 20005, 20404, 30002,
    ],
    'Correct the contact’s number in Twilio Client Contact.': [21211, 21265, 21266, 21614, 21635, 30005, 30006],
    'Correct the Twilio Phone Number in Twilio Client.': [21212, 21603, 21606, 21612, 21659, 21660, 21661],
    'The person texts START to the account’s number, or names another number.': [21610],
    'Enable the country under Geo permissions at Twilio.': [21408],
    'Verify the number in the Twilio console, or upgrade the trial account.': [21608],
    'Set PUBLIC_URL to an address that Twilio can reach.': [21609],
    'Call the person, then send again: the phone may be switched off.': [30003, 30008, 30017, 30410],
    'Ask the person to allow texts from the account’s number, or use another number.': [30004, 30007, 30038],
    'Register the number for US networks in the Twilio console.': [30024, 30032, 30034, 30035],
    'Raise the limit at Twilio, or wait until tomorrow.': [30023, 30027, 30454, 63038],
    'Send again: Twilio had too many messages at that time.': [20429, 21611, 30001, 30022, 30036],
  }).flatMap(([advice, codes]) => codes.map((code) => [code, advice] as const)),
);

/** What a person can do about a message that was refused or not delivered; null without advice. */
export function whatToDo(error: unknown): string | null {
  const { code } = partsOf(error);
  return code === null ? null : (adviceOfCode.get(code) ?? null);
}

/** Codes whose words contain the text. */
export function codesAbout(text: string): number[] {
  return [...wordsOfCode].flatMap(([code, words]) => (words.toLowerCase().includes(text) ? [code] : []));
}

/** Codes that mark a contact: its number cannot receive messages until the problem is solved. */
const contactCodes: ReadonlySet<number> = new Set([21211, 21610, 21614]);

/** Why a contact cannot receive messages; undefined for a code that says nothing about the number. */
export function contactProblem(code: number): string | undefined {
  return contactCodes.has(code) ? wordsOfCode.get(code) : undefined;
}

/** Why a message was refused or not delivered, in words with the provider's code; null if nothing went wrong. */
export function failureReason({ status, error }: { status: MessageStatus; error: unknown }): string | null {
  const { code, message } = partsOf(error);
  if (code !== null) return `${wordsOfCode.get(code) ?? unknownCode(code, message)} (Twilio error ${code})`;
  if (message !== '') return message;
  return status === 'failed' || status === 'undelivered' ? 'Twilio gives no reason.' : null;
}

/** The provider's own words, which may begin with the code. */
function unknownCode(code: number, message: string): string {
  const words = message.replace(new RegExp(`^${code}\\s*`), '').trim();
  return words === '' ? 'Twilio gives no words for this error.' : words;
}

function partsOf(error: unknown): { code: number | null; message: string } {
  if (typeof error !== 'object' || error === null) return { code: null, message: '' };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  return { code, message: 'message' in error && typeof error.message === 'string' ? error.message : '' };
}
