import { z } from 'zod';
import { limiterOf, type Pace } from './trello-limiter.ts';

/** Address and credentials of Trello. */
export interface TrelloAccess {
  /** Without a slash at the end. */
  apiBase: string;
  key: string;
  token: string;
}

/** A request to Trello without a usable answer; the message is for people and contains no secret. */
export class TrelloError extends Error {
  readonly kind: 'credentials' | 'too-many-cards' | 'refused' | 'busy' | 'unavailable' | 'malformed';
  /** Trello's own words with the status, for a request that Trello refused with words. */
  readonly answer: string | null;
  constructor(kind: TrelloError['kind'], message: string, options: ErrorOptions & { answer?: string | null } = {}) {
    super(message, options);
    this.kind = kind;
    this.answer = options.answer ?? null;
  }

  /** True if the same request may succeed later. */
  get isTemporary(): boolean {
    return this.kind === 'busy' || this.kind === 'unavailable';
  }
}

/** Attempts at one request, including the first. */
const maxAttempts = 4;
/** Longest wait for one answer. */
const answerTimeoutMs = 60_000;
/** Largest answer: some 20,000 cards, the limit of a board, with long descriptions. */
const maxAnswerBytes = 256 * 1024 * 1024;
/** Wait after a 429 without Retry-After: Trello's window. */
const limitWindowMs = 10_000;
/** Longest wait for a Retry-After. */
const maxRetryAfterMs = 60_000;
/** First wait after a failure; doubles with each further one. */
const firstWaitMs = 1000;

/** Sends a request to Trello and parses the answer with the schema. Throws a TrelloError. */
export async function askTrello<Answer extends z.ZodType>(
  access: TrelloAccess,
  pace: Pace,
  path: string,
  answer: Answer,
): Promise<z.output<Answer>> {
  const limiter = limiterOf(access.token);
  for (let attempt = 1; ; attempt += 1) {
    await limiter.take(pace);
    try {
      return await ask(access, path, answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!error.isTemporary || attempt === maxAttempts) throw error.reason;
      if (error.reason.kind === 'busy') limiter.pause(error.wait ?? limitWindowMs, pace);
      else await pace.sleep(error.wait ?? firstWaitMs * 2 ** (attempt - 1));
    }
  }
}

/** A failed attempt, and whether the same request may succeed later. */
class Refused extends Error {
  readonly reason: TrelloError;
  readonly isTemporary: boolean;
  readonly wait: number | null;
  constructor(reason: TrelloError, isTemporary: boolean, wait: number | null = null) {
    super(reason.message);
    this.reason = reason;
    this.isTemporary = isTemporary;
    this.wait = wait;
  }
}

async function ask<Answer extends z.ZodType>(
  { apiBase, key, token }: TrelloAccess,
  path: string,
  answer: Answer,
): Promise<z.output<Answer>> {
  let status: number;
  let retryAfter: string | null;
  let body: string;
  try {
    const response = await fetch(`${apiBase}/1${path}`, {
      headers: {
        accept: 'application/json',
        // In a header, because logs contain addresses.
        authorization: `OAuth oauth_consumer_key="${key}", oauth_token="${token}"`,
      },
      // A redirect would send the credentials to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    ({ status } = response);
    retryAfter = response.headers.get('retry-after');
    body = await textOf(response);
  } catch (error) {
    if (error instanceof TrelloError) throw error;
    throw new Refused(new TrelloError('unavailable', unreachable(error), { cause: error }), true);
  }
  if (status !== 200) throw refusal(status, body, waitOf(retryAfter), answerOf(status, body, [key, token]));
  const read = answer.safeParse(parse(body));
  if (read.success) return read.data;
  throw new TrelloError('malformed', 'Trello’s answer could not be read: something is missing in it.');
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new TrelloError('malformed', 'Trello’s answer is too large to be read.');
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new TrelloError('malformed', 'Trello’s answer could not be read: it is not JSON.', { cause: error });
  }
}

function refusal(status: number, body: string, wait: number | null, answer: string | null): Refused {
  const tooMany = 'The board has more cards than Trello sends at once.';
  // Trello sends 400 or 403; older gateways send 449 or 413.
  if (body.includes('API_TOO_MANY_CARDS_REQUESTED') || status === 413 || status === 449)
    return new Refused(new TrelloError('too-many-cards', tooMany), false);
  if (status === 401) {
    const message = 'Trello does not accept the key or the token (TRELLO_KEY, TRELLO_TOKEN); it may have been revoked.';
    return new Refused(new TrelloError('credentials', message, { answer }), false);
  }
  if (status === 429)
    return new Refused(new TrelloError('busy', 'Trello asks to wait: too many requests.'), true, wait);
  if (status >= 500)
    return new Refused(new TrelloError('unavailable', `Trello reports an internal error (${status}).`), true, wait);
  return new Refused(new TrelloError('refused', `Trello refuses the request (${status}).`, { answer }), false);
}

/** Longest quotation of an answer. */
const maxQuotation = 200;
const errorBody = z.object({ message: z.string().min(1) });

/** The words of a refusal, quoted with the status and without secrets; null if the body has none. */
function answerOf(status: number, body: string, secrets: readonly string[]): string | null {
  const start = body.slice(0, 10 * maxQuotation);
  let words = start;
  try {
    words = errorBody.parse(JSON.parse(start)).message;
  } catch {
    // Trello sends most refusals as plain text.
    if (/^\s*[<{[]/.test(start)) return null;
  }
  for (const secret of secrets) words = words.replaceAll(secret, '…');
  const readable = words.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (readable === '') return null;
  const quoted = readable.length > maxQuotation ? `${readable.slice(0, maxQuotation).toWellFormed()}…` : readable;
  return `“${quoted}” (${status})`;
}

/** Milliseconds of a Retry-After in seconds; null without one. */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^\d{1,6}$/.test(retryAfter)) return null;
  return Math.min(Number(retryAfter) * 1000, maxRetryAfterMs);
}

function unreachable(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `Trello did not answer within ${answerTimeoutMs / 1000} seconds.`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `Trello could not be reached${code}.`;
}
