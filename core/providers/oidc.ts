import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { email as emailField } from '../../contract/fields.ts';
import type { OidcSettings } from '../config/oidc-settings.ts';

/** A visit to the provider without a usable answer. The message is for the log and contains no token. */
export class OidcError extends Error {
  readonly kind: 'cancelled' | 'down' | 'wrong';
  constructor(kind: OidcError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What a visit's answer must fit. */
export interface VisitSecrets {
  nonce: string;
  /** PKCE code verifier. */
  verifier: string;
}

/** What the provider says of a person. */
export interface OidcClaims {
  issuer: string;
  subject: string;
  /** Empty without a readable address. */
  email: string;
  /** True only if the provider says so itself. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Values of the role claim. */
  roleValues: string[];
  /** Seconds since the person signed in at the provider; null if it does not say. */
  signedInSecondsAgo: number | null;
}

const timeoutSeconds = 5;
/** How long discovered endpoints are used, in ms. */
const discoveryMs = 3_600_000;

// Only installations with a provider load the library, with the first visit.
const library = () => import('openid-client');

const discovered = new WeakMap<OidcSettings, { at: number; configuration: Promise<Configuration> }>();

/** The provider's endpoints: read when first needed, again after an hour, and again after a failure. */
function configurationOf(settings: OidcSettings): Promise<Configuration> {
  const known = discovered.get(settings);
  if (known && performance.now() - known.at < discoveryMs) return known.configuration;
  const configuration = discover(settings);
  const entry = { at: performance.now(), configuration };
  discovered.set(settings, entry);
  configuration.catch(() => {
    if (discovered.get(settings) === entry) discovered.delete(settings);
  });
  return configuration;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks, None } =
    await library();
  const isPlain = issuer.startsWith('http://');
  const authentication: ReturnType<typeof None> = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return (clientSecret === null ? None() : send(clientSecret))(server, client, body, headers);
  };
  try {
    const configuration = await discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      // The signature is checked although the token comes straight from the provider.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    });
    const { authorization_endpoint: address } = configuration.serverMetadata();
    // The browser opens this address.
    if (address === undefined || !(isPlain ? /^https?:\/\// : /^https:\/\//).test(address))
      throw new OidcError('wrong', 'the provider has no usable authorization endpoint');
    return configuration;
  } catch (error) {
    throw describe(error, 'down');
  }
}

/** The address at the provider to which the browser goes. With `mustSignIn` the provider asks even who is signed in there. */
export async function visitAddress(
  settings: OidcSettings,
  visit: VisitSecrets & { state: string; callback: string; mustSignIn: boolean },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const configuration = await configurationOf(settings);
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: visit.callback,
    scope: settings.scopes,
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await calculatePKCECodeChallenge(visit.verifier),
    code_challenge_method: 'S256',
    ...(visit.mustSignIn && { prompt: 'login', max_age: '0' }),
  });
  return address.href;
}

interface Answer extends VisitSecrets {
  /** The callback's address with the provider's parameters. */
  address: URL;
  state: string;
}

/** Exchanges the provider's answer for what it says of the person. Checks state, issuer, audience, nonce, times and signature. */
export async function readAnswer(
  settings: OidcSettings,
  { address, state, nonce, verifier }: Answer,
): Promise<OidcClaims> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const configuration = await configurationOf(settings);
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, address, checks);
    const stated = tokens.claims();
    if (!stated) throw new OidcError('wrong', 'the answer has no ID token');
    const isComplete = stated.email !== undefined && isStated(stated, settings.roleClaim);
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = !isComplete && canAsk ? await fetchUserInfo(configuration, tokens.access_token, stated.sub) : {};
    return claimsOf(settings, stated, more);
  } catch (error) {
    throw describe(error, 'wrong');
  }
}

const names = z.object({ given_name: z.string().catch(''), family_name: z.string().catch('') });
const identity = z.object({ iss: z.string(), sub: z.string().min(1).max(255), auth_time: z.number().optional() });
const address = z.object({ email: emailField(), email_verified: z.unknown() });

function claimsOf({ roleClaim }: OidcSettings, stated: object, more: object): OidcClaims {
  const { iss, sub, auth_time } = identity.parse(stated);
  // Address and confirmation come from the same answer. Only `true` counts: "true" or 1 is another provider's guess.
  const mail = address.safeParse('email' in stated ? stated : more).data;
  const { given_name, family_name } = names.parse({ ...more, ...stated });
  return {
    issuer: iss,
    subject: sub,
    email: mail?.email ?? '',
    isEmailVerified: mail?.email_verified === true,
    firstName: given_name,
    lastName: family_name,
    roleValues: roleClaim === null ? [] : valuesOf(claim(isStated(stated, roleClaim) ? stated : more, roleClaim)),
    signedInSecondsAgo: auth_time === undefined ? null : Math.max(0, Date.now() / 1000 - auth_time),
  };
}

function isStated(stated: object, name: string | null): boolean {
  return name === null || claim(stated, name) !== undefined;
}

/** A claim by its name; a dot leads into objects (`realm_access.roles`) unless a claim has it in its name. */
function claim(claims: object, name: string): unknown {
  const own = Object.entries(claims).find(([key]) => key === name);
  if (own) return own[1];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === part)?.[1]
          : undefined,
      claims,
    );
}

function valuesOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

const failure = z.object({
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});
const unreachable = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
const busy = new Set(['server_error', 'temporarily_unavailable']);
const declined = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** The reason of a failure, without the provider's own words: they could be anything. */
function describe(error: unknown, otherwise: OidcError['kind']): OidcError {
  if (error instanceof OidcError) return error;
  const { code, error: answered } = failure.safeParse(error).data ?? {};
  const text = [error instanceof Error ? error.message : 'unknown error', code, answered && `error ${answered}`];
  const message = text.filter(Boolean).join(', ').slice(0, 300);
  const isOffline = error instanceof TypeError && code === undefined;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return new OidcError('wrong', message);
  if (isOffline || unreachable.has(code ?? '') || busy.has(answered ?? '') || isServerError(error))
    return new OidcError('down', message);
  return new OidcError(declined.has(answered ?? '') ? 'cancelled' : otherwise, message);
}

/** True for an answer with a status of 500 or more. */
function isServerError(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const status = cause instanceof Response ? cause.status : cause instanceof Error ? statusOf(cause.cause) : 0;
  return status >= 500;
}

const statusOf = (value: unknown) => (value instanceof Response ? value.status : 0);
