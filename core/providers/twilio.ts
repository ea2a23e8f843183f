import { z } from 'zod';
import type { Config } from '../config/config.ts';

/** Whose log and messages a call is about. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
}

/**
 * What a failed call means for the request:
 * refused: it was understood and declined, the same again would be declined too;
 * credentials: the account's SID or token was declined;
 * later: it was never taken (too many requests, no connection), the same may be tried again;
 * unknown: it may have been carried out (time-out, 5xx, an answer that cannot be read).
 */
export type TwilioFailureKind = 'refused' | 'credentials' | 'later' | 'unknown';

/** A call that did not succeed. */
export class TwilioFailure extends Error {
  readonly kind: TwilioFailureKind;
  /** The provider's error code, such as 21610. */
  readonly code: number | null;
  readonly httpStatus: number | null;
  /** What the provider said, for the record. */
  readonly details: Record<string, unknown>;

  constructor(kind: TwilioFailureKind, message: string, httpStatus: number | null, details: Record<string, unknown>) {
    super(message);
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.code = typeof details.code === 'number' ? details.code : null;
    this.details = details;
  }
}

/** A message as the provider describes it; what is not named here is kept too. */
const twilioMessage = z.looseObject({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-fA-F]{32}$/),
  status: z.string(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  body: z.string().nullish(),
  num_segments: z.string().nullish(),
  date_created: z.string().nullish(),
  date_sent: z.string().nullish(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
});
export type TwilioMessage = z.output<typeof twilioMessage>;

const messagePage = z.object({
  messages: z.array(z.unknown()),
  next_page_uri: z.string().nullish(),
});

/** One page of a message log. */
export interface TwilioPage {
  messages: TwilioMessage[];
  /** Entries that could not be read and were left out. */
  unreadable: number;
  /** Address of the next page, null at the end. */
  next: string | null;
}

/** Which messages to list. */
export interface TwilioQuery {
  to?: string;
  from?: string;
  /** Messages sent on this day (UTC) or later; those not sent yet are left out then. */
  sentSince?: Date;
  pageSize: number;
}

/** What the product uses of Twilio's API. Every call throws a TwilioFailure when it does not succeed. */
export interface Twilio {
  /** Sends a message; it has no idempotency key, so an unknown outcome must be settled before it is called again. */
  send(message: { from: string; to: string; body: string; statusCallback: string }): Promise<TwilioMessage>;
  list(query: TwilioQuery): Promise<TwilioPage>;
  next(page: string): Promise<TwilioPage>;
  /** One message; null when it does not exist (any more). */
  find(messageSid: string): Promise<TwilioMessage | null>;
  /** Succeeds when SID and token are right. */
  check(): Promise<void>;
}

/** Longest time a call may take, in milliseconds. */
const longestCall = 15_000;

// Connections that were never made: nothing can have been carried out.
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

// The library takes some 30 MB, so a process without SMS accounts never loads it.
const library = () => import('twilio');
let sharedTransport: Promise<InstanceType<Awaited<ReturnType<typeof library>>['default']['RequestClient']>> | undefined;

/** Twilio's API for one account. */
export function createTwilio(
  config: Pick<Config, 'twilioApiBase'>,
  account: TwilioAccount,
  timeout = longestCall,
): Twilio {
  const root = `/2010-04-01/Accounts/${account.accountSid}`;

  async function request(method: 'get' | 'post', path: string, data?: Record<string, string>): Promise<object> {
    const { default: twilio } = await library();
    sharedTransport ??= library().then(({ default: { RequestClient } }) => new RequestClient());
    const client = twilio(account.accountSid, account.authToken, { httpClient: await sharedTransport });
    const uri = config.twilioApiBase + path;
    let answer: { statusCode: number; body: unknown };
    try {
      answer = await withDeadline(client.request({ method, uri, timeout, ...(data && { data }) }), timeout + 1000);
    } catch (error) {
      throw connectionFailure(error);
    }
    return bodyOf(answer.statusCode, answer.body);
  }

  return {
    async send({ from, to, body, statusCallback }) {
      const data = { From: from, To: to, Body: body, StatusCallback: statusCallback };
      return read(twilioMessage, await request('post', `${root}/Messages.json`, data));
    },
    async list({ to, from, sentSince, pageSize }) {
      const query = new URLSearchParams({ PageSize: String(pageSize) });
      if (to !== undefined) query.set('To', to);
      if (from !== undefined) query.set('From', from);
      // The filter's name ends in `>`, so that the pair reads `DateSent>=2026-03-02`.
      if (sentSince !== undefined) query.set('DateSent>', sentSince.toISOString().slice(0, 10));
      return pageOf(await request('get', `${root}/Messages.json?${query}`));
    },
    async next(page) {
      // The provider names a path of its own; anything else is not followed with the account's password.
      if (!page.startsWith('/') || page.startsWith('//'))
        throw new TwilioFailure('refused', 'The address of the next page is not a path', null, { page });
      return pageOf(await request('get', page));
    },
    async find(messageSid) {
      try {
        return read(twilioMessage, await request('get', `${root}/Messages/${messageSid}.json`));
      } catch (error) {
        if (error instanceof TwilioFailure && error.httpStatus === 404) return null;
        throw error;
      }
    },
    async check() {
      await request('get', `${root}.json`);
    },
  };
}

function pageOf(body: object): TwilioPage {
  const { messages, next_page_uri } = read(messagePage, body);
  const readable = messages.map((entry) => twilioMessage.safeParse(entry)).filter((entry) => entry.success);
  return {
    messages: readable.map((entry) => entry.data),
    unreadable: messages.length - readable.length,
    next: next_page_uri || null,
  };
}

function read<Schema extends z.ZodType>(schema: Schema, body: object): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unreadable(200, body);
  return parsed.data;
}

function unreadable(httpStatus: number, body: unknown): TwilioFailure {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return new TwilioFailure('unknown', 'The provider’s answer cannot be read', httpStatus, {
    answer: text.slice(0, 500),
  });
}

const problem = z.looseObject({ code: z.number(), message: z.string().default('') });

function bodyOf(httpStatus: number, body: unknown): object {
  const said = problem.safeParse(body);
  const details: Record<string, unknown> = said.success ? { ...said.data } : { answer: String(body).slice(0, 500) };
  const message = said.success ? `${said.data.code} ${said.data.message}` : `The provider answered ${httpStatus}`;
  if (httpStatus === 429) throw new TwilioFailure('later', message, httpStatus, details);
  if (httpStatus === 401 || details.code === 20003)
    throw new TwilioFailure('credentials', message, httpStatus, details);
  if (httpStatus >= 500 || httpStatus === 408) throw new TwilioFailure('unknown', message, httpStatus, details);
  if (httpStatus >= 400) {
    // Without the provider's own words it was something in between that declined.
    throw new TwilioFailure(said.success ? 'refused' : 'later', message, httpStatus, details);
  }
  if (httpStatus >= 300) throw new TwilioFailure('later', message, httpStatus, details);
  if (typeof body !== 'object' || body === null) throw unreadable(httpStatus, body);
  return body;
}

function connectionFailure(error: unknown): TwilioFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const kind = neverConnected.test(code) ? 'later' : 'unknown';
  const said = error instanceof Error ? error.message : String(error);
  return new TwilioFailure(kind, `No answer from the provider: ${code || said}`, null, { problem: code || said });
}

/** A time-out of the socket does not end an answer that drips in; this does. */
async function withDeadline<Result>(call: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('time-out'), { code: 'ETIMEDOUT' })), milliseconds);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
