import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { TrelloAccess } from '../providers/trello.ts';
import { type OidcSettings, oidcSettings, oidcVariables } from './oidc-settings.ts';

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

const port = z.coerce
  .number('a port from 0 to 65535')
  .int()
  .min(0, 'a port from 0 to 65535')
  .max(65_535, 'a port from 0 to 65535');

const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'an address that starts with postgres://');
const redisAddress = z.string().regex(/^rediss?:\/\//, 'an address that starts with redis://');
const smtpAddress = z.string().regex(/^smtps?:\/\/[^\s]+$/, 'an address such as smtp://user:password@host:587');
const httpAddress = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an address that starts with http:// or https://');

const appSecret = z.string().min(16, 'at least 16 characters').max(1000, 'at most 1000 characters');
// Key and token are sent in a header, so other characters are not allowed.
const trelloSecret = z.string().regex(/^[\w-]{1,200}$/, 'letters, digits, - and _ as Trello shows it');

// Sent in a header.
const bearerToken = z.string().regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 printable ASCII characters without spaces');

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** TRUST_PROXY: `on` means one proxy, because a client can invent the addresses before the last one. */
const trustedProxies = z.string().transform((text, context): false | number | string[] => {
  if (text === 'off') return false;
  if (text === 'on') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  context.addIssue('on, off, the number of proxies (1 to 9), or their networks such as 10.0.0.0/8,fd00::/8');
  return z.NEVER;
});

/** True for an IP address, a network in CIDR form, or a name of private networks. */
function isNetwork(text: string): boolean {
  if (proxyNames.has(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The environment variables (design, section 4); each message says what a variable accepts. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional(httpAddress),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional(postgresAddress),
  REDIS_URL: optional(redisAddress),
  ADMIN_USERNAME: z.string().max(120, 'at most 120 characters').default('admin'),
  ADMIN_PASSWORD: optional(z.string().min(6, 'at least 6 characters').max(200, 'at most 200 characters')),
  SAMPLE_CONTENT: z.enum(['on', 'off'], 'on or off').default('on'),
  SMTP_URL: optional(smtpAddress),
  MAIL_FROM: optional(z.string().max(254, 'at most 254 characters')),
  APP_SECRET: optional(appSecret),
  APP_SECRET_PREVIOUS: optional(appSecret),
  TWILIO_API_BASE: httpAddress.default('https://api.twilio.com'),
  TRELLO_API_BASE: httpAddress.default('https://api.trello.com'),
  TELEGRAM_API_BASE: httpAddress.default('https://api.telegram.org'),
  RDAP_BOOTSTRAP_URL: httpAddress.default('https://data.iana.org/rdap/dns.json'),
  TRELLO_KEY: optional(trelloSecret),
  TRELLO_TOKEN: optional(trelloSecret),
  LOGIN_ATTEMPTS_PER_MINUTE: z.coerce
    .number('a whole number from 1')
    .int('a whole number from 1')
    .min(1, 'a whole number from 1')
    .default(10),
  CHECK_PRIVATE_NETWORKS: z.enum(['on', 'off'], 'on or off').default('off'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: trustedProxies.default(false),
  WATCHDOG_URL: optional(httpAddress),
  WATCHDOG_SECONDS: z.coerce
    .number('5 to 3600 seconds')
    .int('5 to 3600 seconds')
    .min(5, '5 to 3600 seconds')
    .max(3600, '5 to 3600 seconds')
    .default(60),
  METRICS_TOKEN: optional(bearerToken),
  METRICS_PORT: optional(port),
  ...oidcVariables,
});

/** Names of every variable. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

/** The parsed configuration. */
export interface Config {
  port: number;
  host: string;
  /** The public base URL, without a trailing slash. */
  publicUrl: string;
  /** True if the operator has set it; otherwise it is a guess that works on this machine only. */
  isPublicUrlSet: boolean;
  dataDir: string;
  /** The Postgres database; null: the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  /** The Redis server for jobs and rate limits of all processes; null: none. */
  redisUrl: string | null;
  adminUserName: string;
  adminPassword: string | null;
  sampleContent: boolean;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** The key for provider secrets; null: a file in `dataDir` contains it. */
  appSecret: string | null;
  /** The previous key, for secrets not yet re-encrypted. */
  appSecretPrevious: string | null;
  /** Base URL of Twilio's API, without a trailing slash. */
  twilioApiBase: string;
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  telegramApiBase: string;
  /** The list of the RDAP services of all endings (RFC 9224). */
  rdapBootstrapUrl: string;
  /** The Trello account; null: the screens explain how to connect one. */
  trello: TrelloAccess | null;
  loginAttemptsPerMinute: number;
  /** True if checks may connect to addresses outside the public internet. */
  arePrivateNetworksChecked: boolean;
  logLevel: string;
  /** Proxies whose X-Forwarded headers count: how many in front of this process, or their networks; false: none. */
  trustProxy: false | number | string[];
  /** The address outside that is requested while the product watches its servers; null: none. */
  watchdogUrl: string | null;
  /** Seconds between two of these requests. */
  watchdogSeconds: number;
  /** Bearer token for /metrics; null: only callers on this machine may read it. */
  metricsToken: string | null;
  /** Port for /metrics of a worker process; null: it does not serve /metrics. */
  metricsPort: number | null;
  /** The OpenID Connect provider; null: users sign in here only. */
  oidc: OidcSettings | null;
}

/** A variable with an invalid value; the message is the one line that the operator sees. */
export class ConfigError extends Error {}

/** Reads the configuration; empty means unset. Throws a ConfigError that names the variable and what it accepts. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== ''),
  );
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} must be ${issue?.message}`);
  }
  const env = parsed.data;
  if (env.SMTP_URL && !env.MAIL_FROM)
    throw new ConfigError('MAIL_FROM must be the sender of outgoing mail when SMTP_URL is set');
  // A secret file in DATA_DIR would differ on every machine.
  if (env.DATABASE_URL && !env.APP_SECRET)
    throw new ConfigError('APP_SECRET must be set when DATABASE_URL is set, to the same value on every machine');
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${env.PORT}`,
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    adminUserName: env.ADMIN_USERNAME,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    sampleContent: env.SAMPLE_CONTENT === 'on',
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    appSecret: env.APP_SECRET ?? null,
    appSecretPrevious: env.APP_SECRET_PREVIOUS ?? null,
    twilioApiBase: env.TWILIO_API_BASE.replace(/\/+$/, ''),
    telegramApiBase: env.TELEGRAM_API_BASE.replace(/\/+$/, ''),
    rdapBootstrapUrl: env.RDAP_BOOTSTRAP_URL,
    trello: trelloAccess(env),
    loginAttemptsPerMinute: env.LOGIN_ATTEMPTS_PER_MINUTE,
    arePrivateNetworksChecked: env.CHECK_PRIVATE_NETWORKS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    watchdogUrl: env.WATCHDOG_URL ?? null,
    watchdogSeconds: env.WATCHDOG_SECONDS,
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    oidc: oidcSettings(env, (message) => new ConfigError(message)),
  };
}

function trelloAccess(env: z.output<typeof environment>): TrelloAccess | null {
  const { TRELLO_API_BASE: apiBase, TRELLO_KEY: key, TRELLO_TOKEN: token } = env;
  if (key === undefined && token === undefined) return null;
  if (key === undefined) throw new ConfigError('TRELLO_KEY must be the key that belongs to TRELLO_TOKEN');
  if (token === undefined) throw new ConfigError('TRELLO_TOKEN must be a token of TRELLO_KEY');
  return { apiBase: apiBase.replace(/\/+$/, ''), key, token };
}
