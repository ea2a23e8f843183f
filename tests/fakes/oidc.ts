import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../fixture/free-port.ts';

/** Ways in which the provider misbehaves; each is off by default. */
export interface Lies {
  /** Claims that replace the right ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  wrongKey?: true;
  /** Sends the token without a signature. */
  unsigned?: true;
  /** Answers the authorization request with this error. */
  error?: string;
  /** Sends another `state` back. */
  state?: string;
  /** Status of the answer of the token endpoint. */
  tokenStatus?: number;
  /** Calls itself by this name in the discovery document. */
  issuer?: string;
  /** Address of the page to which browsers are sent. */
  authorizationEndpoint?: string;
  /** Never answers. */
  hangs?: true;
}

interface Grant {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

/** An OpenID Connect provider that signs in one person without asking, and lies as it is told. */
export class FakeOidc {
  /** Claims of the person. */
  person: Record<string, unknown> = {};
  lies: Lies = {};
  /** Parameters of the authorization requests, the oldest first. */
  readonly visits: URLSearchParams[] = [];
  issuer = '';
  readonly #keys = { right: keyPair(), wrong: keyPair() };
  readonly #grants = new Map<string, Grant>();
  #server: Server | undefined;
  #codes = 0;
  #port = 0;

  /** Begins to answer, later again on the same port. */
  async start(): Promise<void> {
    this.#port ||= await freePort();
    this.issuer = `http://localhost:${this.#port}`;
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, resolve));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (this.lies.hangs) return null;
    const url = new URL(request.url ?? '', this.issuer);
    if (url.pathname === '/.well-known/openid-configuration') return send(response, 200, this.#discovery());
    if (url.pathname === '/jwks') return send(response, 200, { keys: [this.#publicKey()] });
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response);
    if (url.pathname === '/token') return this.#token(new URLSearchParams(await textOf(request)), response);
    return send(response, 404, {});
  }

  #discovery() {
    return {
      issuer: this.lies.issuer ?? this.issuer,
      authorization_endpoint: this.lies.authorizationEndpoint ?? `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #publicKey() {
    return { ...this.#keys.right.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  }

  #authorize(parameters: URLSearchParams, response: ServerResponse): void {
    this.visits.push(parameters);
    const redirectUri = parameters.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', this.lies.state ?? parameters.get('state') ?? '');
    if (this.lies.error === undefined) {
      this.#codes += 1;
      const code = `code-${this.#codes}`;
      const { nonce, challenge } = {
        nonce: parameters.get('nonce') ?? '',
        challenge: parameters.get('code_challenge') ?? '',
      };
      this.#grants.set(code, { nonce, challenge, redirectUri });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', this.lies.error);
    response.writeHead(302, { location: back.href }).end();
  }

  #token(body: URLSearchParams, response: ServerResponse): ServerResponse {
    const code = body.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = body.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (this.lies.tokenStatus !== undefined) return send(response, this.lies.tokenStatus, { error: 'server_error' });
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== body.get('redirect_uri'))
      return send(response, 400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: this.issuer, aud: 'vitrine', iat: now, exp: now + 300, auth_time: now, nonce: grant.nonce };
    const claims = { ...right, ...this.person, ...this.lies.claims };
    const token = { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: this.#sign(claims) };
    return send(response, 200, token);
  }

  #sign(claims: object): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = this.lies.unsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'one' };
    const text = `${encode(header)}.${encode(claims)}`;
    if (this.lies.unsigned) return `${text}.`;
    const key: KeyObject = this.#keys[this.lies.wrongKey ? 'wrong' : 'right'].privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

function send(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
