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
  /** The same for every try of the same mail, so that the receiving side can tell a repetition. */
  messageId: string;
}

/** The outgoing mail server. */
export interface Mailer {
  /** Hands the mail over; throws what the server or the connection said. At most a minute. */
  send(mail: Mail): Promise<void>;
}

/** Limits of one conversation with the mail server, in milliseconds. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const longestSend = 60_000;

/** The mail server an operator has set; null when mail is off. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer | null {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null || mailFrom === null) return null;
  return {
    async send({ to, replyTo, subject, text, messageId }) {
      // One connection a mail: a company's contact form is seldom used, and servers drop idle connections.
      const transport = createTransport({ ...timeouts, url: smtpUrl });
      try {
        await transport.sendMail({
          from: mailFrom,
          to: headerMailbox(to),
          ...(replyTo && { replyTo: headerMailbox(replyTo) }),
          subject: oneLine(subject),
          text,
          messageId,
          // Marks it as written by a program (RFC 3834), so that out-of-office replies do not answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(longestSend),
        });
      } finally {
        transport.close();
      }
    },
  };
}

// Given as name and address, nothing in them is read as a list of addresses; without line breaks, nothing as a header.
function headerMailbox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address: oneLine(address) };
}

/** The text on one line, fit for a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
