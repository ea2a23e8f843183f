import { sendPrivately } from '../providers/mail-error.ts';
import { ChannelFailure, type Sender } from './notification.ts';
import { plainText, titleOf } from './text.ts';

/** Mails the notification; delivered means that the mail server has accepted the mail. The Message-ID is the same for all attempts. */
export const sendEmail: Sender = async ({ target }, notification, attempt, { mailer, publicUrl }) => {
  if (mailer === null) throw new ChannelFailure('permanent', 'No mail server is set (SMTP_URL).');
  try {
    await sendPrivately(mailer, {
      to: { name: '', address: target },
      subject: titleOf(notification, attempt),
      text: plainText(notification, attempt),
      messageId: `<${attempt.key}@${new URL(publicUrl).hostname}>`,
    });
  } catch (error) {
    throw failureOf(error);
  }
};

function failureOf(error: unknown): ChannelFailure {
  const message = error instanceof Error ? error.message : String(error);
  const value = (name: string) => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const [status, command] = [Number(value('responseCode')), String(value('command'))];
  if (status >= 500 && command === 'RCPT TO') return new ChannelFailure('permanent', message);
  // After the text the server may have accepted the mail without its answer arriving.
  const isAnswered = Number.isFinite(status) && status > 0;
  return new ChannelFailure(command === 'DATA' && !isAnswered ? 'unknown' : 'temporary', message);
}
