import type { HttpTarget } from '../../contract/checks.ts';
import { type Answer, exchange, maxBodyBytes, type Request } from './http-exchange.ts';
import { readPath } from './json-path.ts';
import { type CheckDeps, CheckFailure, type CheckSecrets } from './result.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
/** Longest value of the answer in a reason, in characters. */
const maxShownLength = 80;

/** Sends the request, follows redirects and judges the answer. Throws if it is not the expected one. */
export async function checkHttp(
  target: HttpTarget,
  { headers, body }: CheckSecrets,
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  let request: Request = { url: new URL(target.url), method: target.method, headers, body };
  let answer = await exchange(request, deps, signal);
  for (let followed = 0; target.maxRedirects > 0 && isRedirect(answer); followed += 1) {
    if (followed === target.maxRedirects)
      throw new CheckFailure(`The server redirected more than ${target.maxRedirects} times.`);
    request = redirected(request, answer);
    answer = await exchange(request, deps, signal);
  }
  judge(target, answer);
  const tookMs = Math.round(performance.now() - began);
  if (target.maxResponseMs !== null && tookMs > target.maxResponseMs)
    throw new CheckFailure(`The answer took ${tookMs} ms; the limit is ${target.maxResponseMs} ms.`);
}

function isRedirect({ status, location }: Answer): boolean {
  return redirects.has(status) && location !== undefined;
}

/** The request that follows a redirect. Another origin gets neither headers nor body: they may be secret. */
function redirected(request: Request, { status, location = '' }: Answer): Request {
  if (!URL.canParse(location, request.url.href))
    throw new CheckFailure('The server redirected to an address that is none.');
  const url = new URL(location, request.url);
  if (url.protocol !== request.url.protocol)
    throw new CheckFailure(`The server redirected from ${schemeOf(request.url)} to ${schemeOf(url)}.`);
  const isSameOrigin = url.origin === request.url.origin;
  const isRepeated = status === 307 || status === 308 || request.method === 'HEAD';
  return {
    url,
    method: isRepeated ? request.method : 'GET',
    headers: isSameOrigin ? request.headers : [],
    body: isRepeated && isSameOrigin ? request.body : null,
  };
}

const schemeOf = (url: URL) => url.protocol.slice(0, -1).slice(0, 20);

function judge(target: HttpTarget, answer: Answer): void {
  const { status, body, isCut } = answer;
  if (!target.statuses.some(({ from, to }) => status >= from && status <= to))
    throw new CheckFailure(`The server answered ${status}; expected ${target.statuses.map(rangeText).join(', ')}.`);
  const { mustContain, mustNotContain, json } = target;
  if (mustContain.length === 0 && mustNotContain.length === 0 && json === null) return;
  if (body === null) throw new CheckFailure('The answer is compressed although the request refuses compression.');
  const missing = mustContain.find((text) => !body.includes(text));
  if (missing !== undefined)
    throw new CheckFailure(`The answer does not contain “${shorten(missing)}”${cutText(isCut)}.`);
  const present = mustNotContain.find((text) => body.includes(text));
  if (present !== undefined) throw new CheckFailure(`The answer contains “${shorten(present)}”.`);
  if (json !== null) judgeJson(json, body, isCut);
}

function rangeText({ from, to }: HttpTarget['statuses'][number]): string {
  return from === to ? String(from) : `${from}–${to}`;
}

const cutText = (isCut: boolean) => (isCut ? ` in its first ${maxBodyBytes / 1_000_000} MB` : '');

function judgeJson({ path, equals }: NonNullable<HttpTarget['json']>, body: string, isCut: boolean): void {
  if (isCut) throw new CheckFailure(`The answer is longer than ${maxBodyBytes / 1_000_000} MB.`);
  const value = readPath(parseJson(body), path);
  if (value === undefined) throw new CheckFailure(`The JSON answer has no ${shorten(path)}.`);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text !== equals)
    throw new CheckFailure(`${shorten(path)} is “${shorten(text)}” in the JSON answer; expected “${shorten(equals)}”.`);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CheckFailure('The answer is not JSON.');
  }
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= maxShownLength ? text : `${characters.slice(0, maxShownLength).join('')}…`;
}
