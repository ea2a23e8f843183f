import type { Attempt, Notification } from './notification.ts';

/** Cuts a text to a number of characters, with three dots where something is left out. */
export function cut(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 3).join('')}...`;
}

/** The news in one line; says that it may have arrived before. */
export function titleOf({ title }: Notification, { mayBeRepeated }: Attempt): string {
  return mayBeRepeated ? `${title} (may be a repetition)` : title;
}

/** The whole notification as plain text with its links. */
export function plainText(notification: Notification, attempt: Attempt): string {
  const { text, link, acknowledgeLink } = notification;
  const links = acknowledgeLink === null ? link : `Acknowledge: ${acknowledgeLink}\n${link}`;
  return [titleOf(notification, attempt), text, links].filter((part) => part !== '').join('\n\n');
}
