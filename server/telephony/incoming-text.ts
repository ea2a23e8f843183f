import { maxMessageLength } from '../../contract/sms-segments.ts';
import { splitText } from '../../core/telephony/split-text.ts';
import { type FormFields, formField } from './signature.ts';

/** Most attachments read from one message; the provider allows ten. */
const maxMedia = 20;
const nouns: readonly (readonly [prefix: string, noun: string])[] = [
  ['image/', 'Picture'],
  ['video/', 'Video'],
  ['audio/', 'Recording'],
  ['text/x-vcard', 'Contact card'],
  ['text/vcard', 'Contact card'],
];

/** The text of an incoming message, followed by a line with the link of each picture or other attachment. */
export function incomingText(form: FormFields): string {
  const count = Math.min(Number(formField(form, 'NumMedia')) || 0, maxMedia);
  const attachments = Array.from({ length: count }, (_, place) => {
    const type = formField(form, `MediaContentType${place}`);
    const noun = nouns.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'Attachment';
    const number = count === 1 ? '' : ` ${place + 1} of ${count}`;
    return `${noun}${number}: ${formField(form, `MediaUrl${place}`) || 'no link'}`;
  });
  return [formField(form, 'Body').trim(), ...attachments]
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('\0', '');
}

/** How a relayed message begins. */
export function relayPrefix(from: string): string {
  return `${from}: `;
}

/** The messages that relay a text: one, or several with their number if the text is too long for one. */
export function relayTexts(from: string, text: string): string[] {
  const whole = relayPrefix(from) + text;
  if (whole.length <= maxMessageLength) return [whole];
  const parts = splitText(text, maxMessageLength - `${from} (99/99): `.length);
  return parts.map((part, place) => `${from} (${place + 1}/${parts.length}): ${part}`);
}
