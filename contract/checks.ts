import { z } from 'zod';

/** Kinds of active checks. */
export const checkKinds = ['http', 'tls', 'tcp', 'dns', 'domain'] as const;

/** Registries limit questions: a domain's expiry is not asked for more often, in seconds. */
export const minDomainSeconds = 21_600;

/** State of a check. new: no attempt since the check was added or changed. */
export const checkStatuses = ['new', 'up', 'down'] as const;

/** Periods of the chart of response times: the last 24 hours by hour, 30 days by day, 52 weeks by week. */
export const responsePeriods = ['day', 'month', 'year'] as const;
export type ResponsePeriod = (typeof responsePeriods)[number];

/** Stands for a stored header value in answers; a save with the mask keeps the stored value. */
export const maskedSecret = '••••••••';

/** Record types that a DNS check can ask for. */
const dnsTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS'] as const;

const host = z
  .string()
  .min(1, 'Host must not be empty')
  .max(253, 'Host takes at most 253 characters')
  .regex(/^[a-z0-9_.:-]+$/i, 'Host must be a name or an address without scheme, path and brackets');
const port = z
  .int('Port must be a whole number')
  .min(1, 'Port must be 1 to 65535')
  .max(65_535, 'Port must be 1 to 65535');

const webAddress = z
  .string()
  .max(2000, 'URL takes at most 2000 characters')
  .refine(isWebAddress, 'URL must start with http:// or https:// and have no user name or password');

/** True for an address of the web. Credentials belong in a header, which is encrypted. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const statusCode = z.int().min(100, 'A status is 100 to 599').max(599, 'A status is 100 to 599');
const statusRange = z
  .object({ from: statusCode, to: statusCode })
  .refine(({ from, to }) => from <= to, 'A range of statuses must begin with the lower one');
const words = z.array(z.string().min(1, 'A text must not be empty').max(200, 'A text takes at most 200 characters'));

const httpCheck = z.object({
  kind: z.literal('http'),
  url: webAddress,
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
  /** The answer's status must be in one of the ranges. */
  statuses: z
    .array(statusRange)
    .min(1, 'A check needs an expected status')
    .max(20)
    .default([{ from: 200, to: 299 }]),
  /** Texts that the body must have. */
  mustContain: words.max(20).default([]),
  /** Texts that the body must not have. */
  mustNotContain: words.max(20).default([]),
  /** The value at a path such as `data.items[0].state` of a JSON body. */
  json: z
    .object({ path: z.string().min(1).max(200), equals: z.string().max(500) })
    .nullable()
    .default(null),
  /** Redirects that are followed, with the scheme of the first request; 0: the redirect is the answer. */
  maxRedirects: z.int().min(0).max(10).default(5),
  /** A slower answer counts as a failure. Null: the time-out alone. */
  maxResponseMs: z.int().min(1).max(60_000).nullable().default(null),
});

const tlsCheck = z.object({
  kind: z.literal('tls'),
  host,
  port: port.default(443),
  /** The certificate must be valid for this many days more. */
  minDays: z.int().min(0, 'Days must be 0 to 365').max(365, 'Days must be 0 to 365').default(14),
});

const tcpCheck = z.object({ kind: z.literal('tcp'), host, port });

const dnsCheck = z.object({
  kind: z.literal('dns'),
  host,
  type: z.enum(dnsTypes),
  /** One of the records must have this value; a TXT record must contain it. */
  value: z.string().min(1, 'Value must not be empty').max(500, 'Value takes at most 500 characters'),
});

const domainCheck = z.object({
  kind: z.literal('domain'),
  host: z
    .string()
    .max(253, 'Host takes at most 253 characters')
    .regex(/^(?!-)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}\.?$/i, 'Host must be a domain such as example.com'),
  /** The registration must last this many days more. */
  minDays: z.int().min(0, 'Days must be 0 to 365').max(365, 'Days must be 0 to 365').default(21),
});

/** What a check asks and expects. */
const checkTarget = z.discriminatedUnion('kind', [httpCheck, tlsCheck, tcpCheck, dnsCheck, domainCheck]);
export type CheckTarget = z.output<typeof checkTarget>;
export type HttpTarget = z.output<typeof httpCheck>;
export type TlsTarget = z.output<typeof tlsCheck>;
export type TcpTarget = z.output<typeof tcpCheck>;
export type DnsTarget = z.output<typeof dnsCheck>;
export type DomainTarget = z.output<typeof domainCheck>;

const header = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+.^`|~\w-]+$/, 'A header name has letters, digits and hyphens only')
    .refine((name) => !reservedHeaders.has(name.toLowerCase()), 'This header is set by the check itself'),
  value: z
    .string()
    .max(4000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$|^•+$/, 'A header value must be one line of Latin text'),
});

const reservedHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
]);

/** Settings of a check. */
export const checkSettings = z
  .object({
    target: checkTarget,
    /** Sent with an HTTP check; stored encrypted, answered masked. */
    headers: z.array(header).max(30, 'A check takes at most 30 headers').default([]),
    /** Body of an HTTP check; stored encrypted, answered masked. Null: none. */
    body: z.string().max(10_000, 'Body takes at most 10000 characters').nullable().default(null),
    everySeconds: z
      .int('The interval must be a whole number of seconds')
      .min(10, 'The interval must be at least 10 seconds')
      .max(86_400, 'The interval must be at most a day')
      .default(60),
    /** Limit of the whole attempt: look-up, connection, handshake, redirects and body. */
    timeoutMs: z
      .int()
      .min(100, 'The time-out must be 0.1 to 60 s')
      .max(60_000, 'The time-out must be 0.1 to 60 s')
      .default(10_000),
    /** The check is down after this many failures … */
    failures: z.int().min(1, 'Failures must be 1 to 20').max(20, 'Failures must be 1 to 20').default(2),
    /** … of this many attempts. */
    attempts: z.int().min(1, 'Attempts must be 1 to 20').max(20, 'Attempts must be 1 to 20').default(2),
    isActive: z.boolean().default(true),
  })
  .refine(({ failures, attempts }) => failures <= attempts, {
    message: 'There cannot be more failures than attempts',
    path: ['failures'],
  })
  .refine(({ target, everySeconds }) => target.kind !== 'domain' || everySeconds >= minDomainSeconds, {
    message: 'The interval of a domain must be at least 6 hours (21600 seconds)',
    path: ['everySeconds'],
  })
  .refine(({ timeoutMs, everySeconds }) => timeoutMs <= everySeconds * 1000, {
    message: 'The time-out must not be longer than the interval',
    path: ['timeoutMs'],
  });
