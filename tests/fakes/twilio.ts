import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { apiError, type FakeMessage, newMessage, newSid, pageOf, refusalOf } from './twilio-api.ts';

/**
 * A failure of a request. `…-after`: the message is accepted and only the answer fails; `…-before`: it is not accepted.
 * 429, 503: rejected; hang: no answer; reset: the connection breaks; malformed: the answer is not JSON.
 */
export type Mishap =
  | '429'
  | '503-before'
  | '503-after'
  | 'hang-before'
  | 'hang-after'
  | 'reset-before'
  | 'reset-after'
  | 'malformed-after';

export interface FakeTwilioOptions {
  port?: number;
  now?: () => Date;
  /** Time from accepting a message to delivering it, in ms; left out: messages stay queued. */
  deliverAfter?: number;
}

/** A server with its own accounts that behaves like the documented part of Twilio's API. */
export class FakeTwilio {
  /** SIDs and tokens of the accounts; other accounts are rejected. */
  readonly accounts = new Map<string, string>();
  /** Every accepted message, the oldest first. */
  readonly messages: FakeMessage[] = [];
  /** Failures of the next creations and of the next reads, in order. */
  readonly mishaps: { create: Mishap[]; read: Mishap[] } = { create: [], read: [] };
  /** Requests so far, as `VERB path?query`. */
  readonly requests: string[] = [];
  /** Called when a creation arrives and, with true, when it is accepted; before the answer. */
  onCreate: (isTaken: boolean) => void = () => {};
  /** Delay of the answer to an accepted creation, in ms. */
  answerAfter = 0;
  /** Retry-After of the answers with 429, in seconds; null: none. */
  retryAfter: number | null = null;
  /** Answers to accepted creations wait for this. */
  held: Promise<void> = Promise.resolve();
  /** Creations of one account that may be under way at once; further ones are answered with 429. */
  maxConcurrent = Number.POSITIVE_INFINITY;
  /** Creations that were rejected because of `maxConcurrent`. */
  violations = 0;
  /** The most creations that were under way at once: of each account by SID, and of all. */
  readonly peaks = new Map<string, number>();
  peak = 0;
  readonly #underWay = new Map<string, number>();
  /** The server's clock minus that of the options, in ms. */
  skewMs = 0;
  /** The server answers with redacted texts, or numbers, from now on. */
  redacts = { bodies: false, numbers: false };
  /** StatusCallback of each accepted message that has one, by SID. */
  readonly callbacks = new Map<string, string>();
  /** Reaches the host of a callback under another address, as a tunnel does. */
  tunnel: { from: string; to: string } | null = null;
  url = '';
  readonly #options: FakeTwilioOptions;
  readonly #server: Server;

  constructor(options: FakeTwilioOptions = {}) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Listens on loopback. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#options.port ?? 0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Adds an account with a random SID and token. */
  addAccount(): { accountSid: string; authToken: string } {
    const accountSid = newSid('AC');
    const authToken = newSid('AC').slice(2);
    this.accounts.set(accountSid, authToken);
    return { accountSid, authToken };
  }

  /** Updates a message's status and calls the callback; returns its HTTP status, or null without a callback. */
  async progress(
    sid: string,
    status: string,
    error: { code: number; message: string } | null = null,
  ): Promise<number | null> {
    const message = this.messages.find((known) => known.sid === sid);
    if (!message) throw new Error(`no message ${sid}`);
    message.status = status;
    message.error_code = error?.code ?? null;
    message.error_message = error?.message ?? null;
    if (status !== 'queued') message.date_sent ??= message.date_created;
    const url = this.callbacks.get(sid);
    if (url === undefined) return null;
    const fields = {
      MessageSid: sid,
      SmsSid: sid,
      MessageStatus: status,
      SmsStatus: status,
      AccountSid: message.account_sid,
      From: message.from,
      To: message.to,
      ApiVersion: '2010-04-01',
      ...(error && { ErrorCode: String(error.code) }),
    };
    return (await this.post(url, message.account_sid, fields)).status;
  }

  /** The fields of an incoming message's webhook. */
  incoming(accountSid: string, from: string, to: string, body: string): Record<string, string> {
    const message = newMessage(accountSid, { from, to, body, status: 'received', direction: 'inbound' }, this.#now());
    message.date_sent = message.date_created;
    this.messages.push(message);
    const { sid } = message;
    return {
      MessageSid: sid,
      SmsSid: sid,
      AccountSid: accountSid,
      From: from,
      To: to,
      Body: body,
      NumMedia: '0',
      NumSegments: '1',
      ApiVersion: '2010-04-01',
    };
  }

  /** Posts a webhook with the account's signature. */
  post(url: string, accountSid: string, fields: Record<string, string>): Promise<Response> {
    const headers = { 'x-twilio-signature': sign(this.accounts.get(accountSid) ?? '', url, fields) };
    const { from, to } = this.tunnel ?? { from: '', to: '' };
    return fetch(url.replace(from, to), { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  #now(): Date {
    return new Date(Number(this.#options.now?.() ?? new Date()) + this.skewMs);
  }

  /** The message as the API shows it. */
  #shown(message: FakeMessage): FakeMessage {
    const to = this.redacts.numbers ? `${message.to.slice(0, -4)}XXXX` : message.to;
    return { ...message, to, body: this.redacts.bodies ? '' : message.body };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    const body = await readBody(request);
    response.setHeader('date', this.#now().toUTCString());
    const [, accountSid = '', rest = ''] =
      /^\/2010-04-01\/Accounts\/(AC[0-9a-fA-F]{32})(.*)\.json$/.exec(url.pathname) ?? [];
    const token = this.accounts.get(accountSid);
    const expected = `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`;
    if (token === undefined || request.headers.authorization !== expected)
      return send(response, 401, apiError(401, 20003, 'Authenticate'));
    if (request.method === 'POST' && rest === '/Messages') return this.#create(accountSid, body, response);
    const mishap = this.mishaps.read.shift();
    if (mishap && !this.#happen(mishap, response)) return;
    if (rest === '') return send(response, 200, { sid: accountSid, status: 'active', friendly_name: 'Fake' });
    const own = this.messages.filter((message) => message.account_sid === accountSid).map((m) => this.#shown(m));
    if (rest === '/Messages') return send(response, 200, pageOf(own, url.searchParams, url.pathname));
    const message = own.find(({ sid }) => rest === `/Messages/${sid}`);
    if (message) return send(response, 200, message);
    send(response, 404, apiError(404, 20404, `The requested resource ${url.pathname} was not found`));
  }

  /** Counts a creation of the account until it is answered; returns the number under way. */
  #enter(accountSid: string, response: ServerResponse): number {
    const own = (this.#underWay.get(accountSid) ?? 0) + 1;
    this.#underWay.set(accountSid, own);
    this.peaks.set(accountSid, Math.max(this.peaks.get(accountSid) ?? 0, own));
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    this.peak = Math.max(this.peak, all);
    response.once('close', () => this.#underWay.set(accountSid, (this.#underWay.get(accountSid) ?? 1) - 1));
    return own;
  }

  #create(accountSid: string, body: URLSearchParams, response: ServerResponse): void {
    this.onCreate(false);
    if (this.#enter(accountSid, response) > this.maxConcurrent) {
      this.violations += 1;
      this.#happen('429', response);
      return;
    }
    const mishap = this.mishaps.create.shift();
    if (mishap && !mishap.endsWith('-after')) {
      this.#happen(mishap, response);
      return;
    }
    const [from = '', to = '', text = ''] = ['From', 'To', 'Body'].map((name) => body.get(name) ?? '');
    const refusal = refusalOf(from, to, text);
    if (refusal) {
      send(response, 400, apiError(400, refusal.code, refusal.message));
      return;
    }
    const message = newMessage(accountSid, { from, to, body: text }, this.#now());
    this.messages.push(message);
    const callback = body.get('StatusCallback');
    if (callback !== null) this.callbacks.set(message.sid, callback);
    this.#deliverLater(message.sid);
    this.onCreate(true);
    if (mishap) this.#happen(mishap, response);
    else {
      const accepted = { ...message };
      const answer = () => void this.held.then(() => send(response, 201, accepted));
      if (this.answerAfter === 0) answer();
      else setTimeout(answer, this.answerAfter);
    }
  }

  /** Applies a failure; true if the request is still answered. */
  #happen(mishap: Mishap, response: ServerResponse): boolean {
    if (mishap === '429') {
      if (this.retryAfter !== null) response.setHeader('retry-after', this.retryAfter);
      send(response, 429, apiError(429, 20429, 'Too Many Requests'));
    } else if (mishap.startsWith('503'))
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
    else if (mishap.startsWith('reset')) response.socket?.destroy();
    else if (mishap.startsWith('malformed'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"sid": "SM');
    // hang: the connection stays open without an answer.
    return false;
  }

  #deliverLater(sid: string): void {
    const { deliverAfter } = this.#options;
    if (deliverAfter === undefined) return;
    for (const [place, status] of ['sent', 'delivered'].entries()) {
      const sendCallback = () =>
        this.progress(sid, status).catch((error: unknown) => process.stderr.write(`${error}\n`));
      setTimeout(sendCallback, deliverAfter * (place + 1)).unref();
    }
  }
}

/** Starts the server on a free port. */
export function startFakeTwilio(options: FakeTwilioOptions = {}): Promise<FakeTwilio> {
  return new FakeTwilio(options).start();
}

/** X-Twilio-Signature: HMAC-SHA1 of the address and the sorted fields. */
export function sign(authToken: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => sum + name + fields[name], url);
  return createHmac('sha1', authToken).update(text).digest('base64');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
