import { PassThrough } from 'node:stream';
import type { Config } from '../config/config.ts';

/** A person or mailbox; the name may be empty. */
interface Mailbox {
  name: string;
  address: string;
}

export interface Mail {
  to: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  /** The same for every attempt at a mail, so that the receiver can detect a repetition. */
  messageId: string;
  /** Link with which the receiver unsubscribes by one click of the mail program (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The outgoing mail server. */
export interface Mailer {
  /**
   * Sends the mail: at most a minute to hand it over, and then ten for the server's answer, because a copy follows if the
   * server accepts the mail after that. Throws the error of the server or the connection.
   */
  send(mail: Mail): Promise<void>;
}

/** Limits of one conversation with the mail server, in milliseconds. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000 };
const handOverTimeoutMs = 60_000;
/** Time for the answer to a complete message (RFC 5321, section 4.5.3.2.6). */
const answerTimeoutMs = 600_000;

/** The configured mail server; null if mail is off. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer | null {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null || mailFrom === null) return null;
  return {
    async send({ to, replyTo, subject, text, messageId, unsubscribeUrl }) {
      // Most processes send no mail for a long time.
      const { createTransport } = await import('nodemailer');
      // One connection for each mail: mails are rare, and servers drop idle connections.
      const transport = createTransport({ ...timeouts, socketTimeout: answerTimeoutMs, url: smtpUrl });
      const timeout = new AbortController();
      const abort = () => timeout.abort();
      let timer = setTimeout(abort, handOverTimeoutMs);
      transport.use('stream', (outgoing, done) => {
        const end = new PassThrough({
          flush(flushed) {
            clearTimeout(timer);
            timer = setTimeout(abort, answerTimeoutMs);
            flushed();
          },
        });
        outgoing.message.transform(() => end);
        done();
      });
      try {
        await transport.sendMail({
          from: mailFrom,
          to: headerMailbox(to),
          ...(replyTo && { replyTo: headerMailbox(replyTo) }),
          subject: oneLine(subject),
          text,
          messageId,
          // Mark the mail as automatic (RFC 3834), so that out-of-office replies do not answer it.
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: timeout.signal,
        });
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

// Separate name and address prevent a second address; one line prevents a second header.
function headerMailbox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address: oneLine(address) };
}

function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The text on one line, safe in a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
