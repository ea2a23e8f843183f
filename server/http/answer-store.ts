import type { IncomingHttpHeaders } from 'node:http';
import { type Encoding, encodingFor } from './encoding.ts';
import type { SentAnswer } from './sent-answer.ts';

/** A URL whose answer is the same for everyone, and its answers by encoding. */
export interface ReadyUrl {
  /** The query changes nothing. */
  anyQuery?: boolean;
  /** The body is compressed as the caller accepts. */
  byEncoding?: boolean;
  answers: Map<Encoding, ReadyAnswer>;
}

/** An answer that was sent once: with 200, with 304, or both. */
interface ReadyAnswer {
  /** The content revision that the answer shows, or `any` if content does not change the answer. */
  revision: number | 'any';
  etag: string | undefined;
  ok?: SentAnswer & { body: Buffer };
  notModified?: SentAnswer;
}

/** Answers of declared URLs. */
export interface AnswerStore {
  declare(url: string, options: Omit<ReadyUrl, 'answers'>): void;
  find(url: string): ReadyUrl | undefined;
  /** Keeps an answer beside the other status of the same revision, and replaces one of another revision. */
  keep(url: ReadyUrl, encoding: Encoding, answer: ReadyAnswer): void;
}

/** Memory for all bodies together, in bytes. */
const maxBytes = 32_000_000;

/** Makes a store without answers. Only declared URLs have answers, so that invented URLs take no memory. */
export function createAnswerStore(): AnswerStore {
  const urls = new Map<string, ReadyUrl>();
  let bytes = 0;

  function find(url: string): ReadyUrl | undefined {
    const exact = urls.get(url);
    if (exact) return exact;
    const query = url.indexOf('?');
    if (query === -1) return undefined;
    const path = urls.get(url.slice(0, query));
    return path?.anyQuery ? path : undefined;
  }

  function keep({ answers }: ReadyUrl, encoding: Encoding, answer: ReadyAnswer): void {
    const known = answers.get(encoding);
    const isSame = known?.revision === answer.revision && known.etag === answer.etag;
    const kept = isSame ? { ...known, ...answer } : answer;
    bytes += sizeOf(kept) - sizeOf(known);
    answers.set(encoding, kept);
    if (bytes > maxBytes) clear();
  }

  function clear(): void {
    for (const url of urls.values()) url.answers.clear();
    bytes = 0;
  }

  return { declare: (url, options) => void urls.set(url, { ...options, answers: new Map() }), find, keep };
}

function sizeOf(answer: ReadyAnswer | undefined): number {
  return answer?.ok?.body.length ?? 0;
}

/** The encoding under which a URL keeps the answer to a request with these headers. */
export function encodingOf({ byEncoding }: ReadyUrl, headers: IncomingHttpHeaders): Encoding {
  return byEncoding ? encodingFor(headers['accept-encoding']) : 'identity';
}
