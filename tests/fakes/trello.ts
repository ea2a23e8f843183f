import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A stored board, with Trello's field names. */
export interface FakeBoard {
  id: string;
  name: string;
  desc: string;
  url: string;
  closed: boolean;
  dateLastActivity: string | null;
  lists: FakeList[];
  labels: FakeLabel[];
  customFields: FakeField[];
  cards: FakeCard[];
}
export interface FakeList {
  id: string;
  name: string;
  closed: boolean;
  pos: number;
}
export interface FakeLabel {
  id: string;
  name: string;
  color: string | null;
}
export interface FakeField {
  id: string;
  name: string;
  type: 'number' | 'text' | 'date' | 'checkbox' | 'list';
}
export interface FakeCard {
  id: string;
  idList: string;
  name: string;
  desc: string;
  closed: boolean;
  due: string | null;
  dateLastActivity: string | null;
  idLabels: string[];
  shortUrl: string;
  customFieldItems: unknown[];
}

/** A received request. */
interface TrelloRequest {
  path: string;
  authorization: string | undefined;
}

/** The answer to a request in place of the correct one; undefined: the correct one. */
type Interference = (path: string) => { status: number; body: string; headers?: Record<string, string> } | undefined;

/** The part of Trello's REST API that Vitrine uses, on loopback. */
export interface FakeTrello {
  /** The value for TRELLO_API_BASE. */
  url: string;
  key: string;
  token: string;
  boards: FakeBoard[];
  requests: TrelloRequest[];
  /** Maximum number of cards in one answer; a larger request fails with API_TOO_MANY_CARDS_REQUESTED. */
  maxCards: number;
  /** Status of that failure: Trello uses both. */
  tooManyStatus: 400 | 403;
  /** Requests allowed in 10 seconds; further ones receive 429. */
  requestsPerWindow: number;
  /** Delay before each answer, in milliseconds. */
  delay: number;
  interfere: Interference;
  stop(): Promise<void>;
}

const windowMilliseconds = 10_000;

/** Starts the server on the port; 0 picks a free one. */
export async function startFakeTrello(options: { port?: number; key?: string; token?: string } = {}) {
  const sent: number[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const fake: FakeTrello = {
    url: `http://127.0.0.1:${portOf(server)}`,
    key: options.key ?? 'fake-trello-key',
    // The product limits requests per token, so each fake has its own token.
    token: options.token ?? `fake-trello-token-${portOf(server)}`,
    boards: [],
    requests: [],
    maxCards: 5000,
    tooManyStatus: 403,
    requestsPerWindow: 100,
    delay: 0,
    interfere: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', fake.url);
    fake.requests.push({ path: url.pathname + url.search, authorization: request.headers.authorization });
    if (fake.delay > 0) await new Promise((resolve) => setTimeout(resolve, fake.delay));
    const { status, body, headers } = fake.interfere(url.pathname + url.search) ?? reply(url, request);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body);
  }

  function reply(url: URL, { method, headers }: IncomingMessage): Answer {
    const expected = `OAuth oauth_consumer_key="${fake.key}", oauth_token="${fake.token}"`;
    if (headers.authorization !== expected) return { status: 401, body: 'invalid key' };
    const now = Date.now();
    while (sent[0] !== undefined && sent[0] <= now - windowMilliseconds) sent.shift();
    if (sent.length >= fake.requestsPerWindow) {
      const error = { error: 'API_TOKEN_LIMIT_EXCEEDED', message: 'Rate limit exceeded' };
      return { status: 429, body: JSON.stringify(error) };
    }
    sent.push(now);
    if (method !== 'GET') return { status: 404, body: 'Cannot find' };
    if (url.pathname === '/1/members/me/boards') return json(fake.boards.map(summary));
    const [, id, part] = /^\/1\/boards\/([0-9a-f]{24})(?:\/(cards|labels))?$/.exec(url.pathname) ?? [];
    const board = fake.boards.find((candidate) => candidate.id === id);
    if (!board) return { status: 404, body: 'The requested resource was not found.' };
    if (part === 'labels') return json(board.labels.slice(0, numberOf(url, 'limit', 50)));
    return part === 'cards' ? cardPage(board, url) : nested(board, url);
  }

  function cardPage(board: FakeBoard, url: URL): Answer {
    const before = url.searchParams.get('before');
    const limit = Math.min(numberOf(url, 'limit', 1000), 1000);
    if (limit > fake.maxCards) return tooMany();
    const older = newestFirst(board.cards).filter(({ id }) => before === null || id < before);
    return json(older.slice(0, limit).map((card) => cardAnswer(card, url.searchParams.get('customFieldItems'))));
  }

  function nested(board: FakeBoard, { searchParams: asked }: URL): Answer {
    if (asked.get('cards') === 'all' && board.cards.length > fake.maxCards) return tooMany();
    return json({
      id: board.id,
      ...(asked.get('lists') === 'all' && { lists: board.lists }),
      ...(asked.get('customFields') === 'true' && { customFields: board.customFields }),
      ...(asked.get('labels') === 'all' && { labels: board.labels.slice(0, Number(asked.get('labels_limit') ?? 50)) }),
      ...(asked.get('cards') === 'all' && {
        cards: newestFirst(board.cards).map((card) => cardAnswer(card, asked.get('card_customFieldItems'))),
      }),
    });
  }

  function tooMany(): Answer {
    const error = { error: 'API_TOO_MANY_CARDS_REQUESTED', message: 'Requested too many cards' };
    return { status: fake.tooManyStatus, body: JSON.stringify(error) };
  }

  return fake;
}

type Answer = NonNullable<ReturnType<Interference>>;

function json(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function summary({ id, name, desc, url, closed, dateLastActivity }: FakeBoard) {
  return { id, name, desc, url, closed, dateLastActivity };
}

function cardAnswer({ customFieldItems, ...card }: FakeCard, withItems: string | null) {
  return withItems === 'true' ? { ...card, customFieldItems } : card;
}

function newestFirst(cards: readonly FakeCard[]): FakeCard[] {
  return cards.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

function numberOf(url: URL, name: string, otherwise: number): number {
  return Number(url.searchParams.get(name) ?? otherwise);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
