import { z } from 'zod';
import type { Config } from '../config/config.ts';

/** The account of a call. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
}

/**
 * The outcome of a failed call:
 * refused: the provider declined the request and would decline it again;
 * credentials: the provider declined the account's SID or token;
 * later: the provider did not take the request (too many requests, no connection); a retry is safe;
 * unknown: the provider may have carried out the request (timeout, 5xx, unreadable answer).
 */
export type TwilioFailureKind = 'refused' | 'credentials' | 'later' | 'unknown';

/** A call that did not succeed. */
export class TwilioFailure extends Error {
  readonly kind: TwilioFailureKind;
  /** The provider's error code, such as 21610. */
  readonly code: number | null;
  readonly httpStatus: number | null;
  /** The provider's answer, for the record. */
  readonly details: Record<string, unknown>;
  /** The wait that the provider asks for (Retry-After); null without one. The job queue waits at least as long. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: TwilioFailureKind,
    message: string,
    httpStatus: number | null,
    details: Record<string, unknown>,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.retryAfterSeconds = retryAfterSeconds;
    this.code = typeof details.code === 'number' ? details.code : null;
    this.details = details;
  }

  /** True if the same request may succeed later. */
  get isTemporary(): boolean {
    return this.kind === 'later' || this.kind === 'unknown';
  }
}

/** A message of the provider; further fields are kept. */
const twilioMessage = z.looseObject({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-fA-F]{32}$/),
  status: z.string(),
  account_sid: z.string().nullish(),
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
  /** Number of skipped, unreadable entries. */
  unreadable: number;
  /** Path of the next page, null at the end. */
  next: string | null;
  /** The provider's clock when it answered; null if the answer does not say. */
  servedAt: Date | null;
}

/** Filter of a message list. */
export interface TwilioQuery {
  to?: string;
  from?: string;
  /** Messages sent on this day (UTC) or later; excludes unsent messages. */
  sentSince?: Date;
  pageSize: number;
}

/** The part of Twilio's API in use. Every call throws a TwilioFailure on failure. */
export interface Twilio {
  /** Sends a message, without an idempotency key: settle an unknown outcome before a retry. */
  send(message: { from: string; to: string; body: string; statusCallback: string | null }): Promise<TwilioMessage>;
  list(query: TwilioQuery): Promise<TwilioPage>;
  next(page: string): Promise<TwilioPage>;
  /** Finds a message; null if it does not exist. */
  find(messageSid: string): Promise<TwilioMessage | null>;
  /** Succeeds if SID and token are valid. */
  check(): Promise<void>;
}

/** Default timeout of a call. */
const callTimeoutMs = 15_000;

// Errors before a connection exists: the provider cannot have carried out the request.
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

// Load the library on first use: it takes some 30 MB.
const library = () => import('twilio');
let sharedTransport: Promise<InstanceType<Awaited<ReturnType<typeof library>>['default']['RequestClient']>> | undefined;

/** Creates a client of Twilio's API for one account. */
export function createTwilio(
  config: Pick<Config, 'twilioApiBase'>,
  account: TwilioAccount,
  timeout = callTimeoutMs,
): Twilio {
  const root = `/2010-04-01/Accounts/${account.accountSid}`;

  async function request(method: 'get' | 'post', path: string, data?: Record<string, string>): Promise<Answer> {
    const { default: twilio } = await library();
    sharedTransport ??= library().then(({ default: { RequestClient } }) => new RequestClient());
    const client = twilio(account.accountSid, account.authToken, { httpClient: await sharedTransport });
    const uri = config.twilioApiBase + path;
    let answer: { statusCode: number; body: unknown; headers: unknown };
    try {
      answer = await withDeadline(client.request({ method, uri, timeout, ...(data && { data }) }), timeout + 1000);
    } catch (error) {
      throw connectionFailure(error);
    }
    const headers = answerHeaders.parse(answer.headers);
    const { date, 'retry-after': retryAfter } = headers;
    return { body: bodyOf(answer.statusCode, answer.body, retryAfter), servedAt: date };
  }

  return {
    async send({ from, to, body, statusCallback }) {
      const callback = statusCallback === null ? {} : { StatusCallback: statusCallback };
      const { body: message } = await request('post', `${root}/Messages.json`, {
        From: from,
        To: to,
        Body: body,
        ...callback,
      });
      return read(twilioMessage, message);
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
      // Follow only paths on the provider's server: the request carries the account's password.
      if (!page.startsWith('/') || page.startsWith('//'))
        throw new TwilioFailure('refused', 'The address of the next page is not a path', null, { page });
      return pageOf(await request('get', page));
    },
    async find(messageSid) {
      try {
        return read(twilioMessage, (await request('get', `${root}/Messages/${messageSid}.json`)).body);
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

function pageOf({ body, servedAt }: Answer): TwilioPage {
  const { messages, next_page_uri } = read(messagePage, body);
  const readable = messages.map((entry) => twilioMessage.safeParse(entry)).filter((entry) => entry.success);
  return {
    messages: readable.map((entry) => entry.data),
    unreadable: messages.length - readable.length,
    next: next_page_uri || null,
    servedAt,
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

/** A successful answer. */
interface Answer {
  body: object;
  servedAt: Date | null;
}

const headerDate = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(Number(date)))
  .nullable()
  .catch(null);
/** Seconds. Twilio sends no date in Retry-After. */
const headerSeconds = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .nullable()
  .catch(null);
const answerHeaders = z
  .object({ date: headerDate, 'retry-after': headerSeconds })
  .catch({ date: null, 'retry-after': null });

const problem = z.looseObject({ code: z.number(), message: z.string().default('') });

function bodyOf(httpStatus: number, body: unknown, retryAfter: number | null): object {
  const said = problem.safeParse(body);
  const details: Record<string, unknown> = said.success ? { ...said.data } : { answer: String(body).slice(0, 500) };
  const message = said.success ? `${said.data.code} ${said.data.message}` : `The provider answered ${httpStatus}`;
  if (httpStatus === 429) throw new TwilioFailure('later', message, httpStatus, details, retryAfter);
  if (httpStatus === 401 || details.code === 20003)
    throw new TwilioFailure('credentials', message, httpStatus, details);
  if (httpStatus >= 500 || httpStatus === 408)
    throw new TwilioFailure('unknown', message, httpStatus, details, retryAfter);
  if (httpStatus >= 400) {
    // Without the provider's error format, a proxy declined the request.
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

/** Limits the whole call: a socket timeout does not end an answer that arrives slowly. */
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
