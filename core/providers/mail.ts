import { createTransport } from 'nodemailer';
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
}

/** The outgoing mail server. */
export interface Mailer {
  /** Sends the mail within a minute; throws the error of the server or the connection. */
  send(mail: Mail): Promise<void>;
}

/** Limits of one conversation with the mail server, in milliseconds. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const sendTimeoutMs = 60_000;

/** The configured mail server; null if mail is off. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer | null {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null || mailFrom === null) return null;
  return {
    async send({ to, replyTo, subject, text, messageId }) {
      // One connection for each mail: mails are rare, and servers drop idle connections.
      const transport = createTransport({ ...timeouts, url: smtpUrl });
      try {
        await transport.sendMail({
          from: mailFrom,
          to: headerMailbox(to),
          ...(replyTo && { replyTo: headerMailbox(replyTo) }),
          subject: oneLine(subject),
          text,
          messageId,
          // Mark the mail as automatic (RFC 3834), so that out-of-office replies do not answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(sendTimeoutMs),
        });
      } finally {
        transport.close();
      }
    },
  };
}

// Separate name and address prevent a second address; one line prevents a second header.
function headerMailbox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address: oneLine(address) };
}

/** The text on one line, safe in a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
