import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../../core/errors.ts';
import { sessionOf } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';

/** Maximum body of requests without a session, in bytes. */
export const publicBodyLimit = 32_768;

/** Maximum body of requests with a session, in bytes; pictures have their own limits. */
export const sessionBodyLimit = 1_000_000;

/** Maximum depth of arrays and objects in a JSON body; the deepest documented body has five levels. */
const maxJsonDepth = 32;

/** Parses JSON bodies, and refuses deeply nested ones before parsing. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(tooDeep(), undefined);
    else parse(request, body, done);
  });
}

/**
 * Limits the bodies of a scope whose paths serve visitors and signed-in users alike: only JSON, and more than
 * `publicBodyLimit` only with a session, which is looked up before the body is read.
 */
export function limitMixedBodies(scope: FastifyInstance, deps: Dependencies): void {
  scope.addHook('onRoute', (route) => {
    route.bodyLimit = sessionBodyLimit;
  });
  scope.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const type = headers['content-type'];
    if (type !== undefined && !/^application\/json\b/i.test(type)) {
      done(new Refusal('wrongType', 'This content type is not accepted.'));
      return;
    }
    // A chunked body has no Content-Length.
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (length <= publicBodyLimit) done();
    else sessionOf(deps, request).then((session) => done(session ? undefined : tooLarge()), done);
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    const isRefused = [request.body, inputOf(request)].some((text) => typeof text === 'string' && isTooDeep(text));
    done(isRefused ? tooDeep() : undefined);
  });
}

/** The JSON that a query sends in its URL. */
function inputOf({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null && 'input' in query ? query.input : undefined;
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

function tooDeep(): Refusal {
  return invalid({ request: `The body may be nested at most ${maxJsonDepth} levels deep` });
}

/** True if a JSON text is nested deeper than `maxJsonDepth`; linear in its length. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
  return false;
}

/** Position of the quote that ends the string starting at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
