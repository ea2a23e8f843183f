import { z } from 'zod';
import { checkSettings, minDomainSeconds } from '../../contract/checks.ts';
import { invalid } from '../../core/errors.ts';

const status = z.union([z.int(), z.string().regex(/^\d{3}-\d{3}$/, 'A status is a number or a range such as 200-299')]);
const oneOrMore = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema)]);
const host = { Host: z.string() };

const common = {
  EverySeconds: z.int().optional().describe('10 to 86400; left out: 60, of a domain 21600'),
  TimeoutMs: z.int().optional().describe('Limit of the whole attempt; left out: 10000'),
  FailuresToAlarm: z.int().optional().describe('Down after this many failures; left out: 2'),
  OfAttempts: z.int().optional().describe('… of this many attempts; left out: FailuresToAlarm'),
};

/** The checks of a server in a request. */
export const monitorChecks = z.array(
  z.discriminatedUnion('Kind', [
    z.object({
      ...common,
      Kind: z.literal('http'),
      Url: z.string(),
      Method: z.string().optional(),
      Headers: z.record(z.string(), z.string()).optional().describe('Stored encrypted'),
      Body: z.string().optional().describe('Stored encrypted'),
      ExpectStatus: oneOrMore(status)
        .optional()
        .describe('Such as 200, "200-299" or a list of them; left out: 200-299'),
      ExpectText: oneOrMore(z.string()).optional(),
      RefuseText: oneOrMore(z.string()).optional(),
      ExpectJson: z.object({ Path: z.string(), Equals: z.string() }).optional(),
      MaxRedirects: z.int().optional(),
      MaxResponseMs: z.int().optional(),
    }),
    z.object({ ...common, ...host, Kind: z.literal('tls'), Port: z.int().optional(), MinDays: z.int().optional() }),
    z.object({ ...common, ...host, Kind: z.literal('tcp'), Port: z.int() }),
    z.object({
      ...common,
      ...host,
      Kind: z.literal('dns'),
      RecordType: z.enum(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS']),
      Value: z.string(),
    }),
    z.object({ ...common, ...host, Kind: z.literal('domain'), MinDays: z.int().optional() }),
  ]),
);
type Requested = z.output<typeof monitorChecks>[number];

/** The checks under the names of the contract, whose rules and defaults count; throws 400 with the number of a wrong one. */
export function toCheckSettings(checks: readonly Requested[]): z.output<typeof checkSettings>[] {
  return checks.map((check, place) => {
    const parsed = checkSettings.safeParse(settingsOf(check));
    if (parsed.success) return parsed.data;
    throw invalid({ Checks: `Check ${place + 1}: ${parsed.error.issues[0]?.message ?? 'is not valid'}` });
  });
}

function settingsOf(check: Requested) {
  const {
    EverySeconds: everySeconds = check.Kind === 'domain' ? minDomainSeconds : 60,
    TimeoutMs,
    FailuresToAlarm: failures,
    OfAttempts: attempts = failures,
  } = check;
  const timeoutMs = TimeoutMs ?? Math.min(10_000, everySeconds * 1000);
  return { target: targetOf(check), ...secretsOf(check), everySeconds, timeoutMs, failures, attempts };
}

function secretsOf(check: Requested) {
  if (check.Kind !== 'http') return {};
  const headers = Object.entries(check.Headers ?? {}).map(([name, value]) => ({ name, value }));
  return { headers, body: check.Body ?? null };
}

function targetOf(check: Requested) {
  if (check.Kind === 'http') return httpTarget(check);
  const { Kind: kind, Host: host } = check;
  if (check.Kind === 'tls') return { kind, host, port: check.Port, minDays: check.MinDays };
  if (check.Kind === 'domain') return { kind, host, minDays: check.MinDays };
  return check.Kind === 'tcp'
    ? { kind, host, port: check.Port }
    : { kind, host, type: check.RecordType, value: check.Value };
}

function httpTarget(check: Extract<Requested, { Kind: 'http' }>) {
  const { ExpectStatus, ExpectText, RefuseText, ExpectJson } = check;
  return {
    kind: check.Kind,
    url: check.Url,
    method: check.Method?.toUpperCase(),
    statuses: ExpectStatus === undefined ? undefined : listOf(ExpectStatus).map(rangeOf),
    mustContain: ExpectText === undefined ? undefined : listOf(ExpectText),
    mustNotContain: RefuseText === undefined ? undefined : listOf(RefuseText),
    json: ExpectJson && { path: ExpectJson.Path, equals: ExpectJson.Equals },
    maxRedirects: check.MaxRedirects,
    maxResponseMs: check.MaxResponseMs,
  };
}

function listOf<Value>(given: Value | Value[]): Value[] {
  return Array.isArray(given) ? given : [given];
}

function rangeOf(given: number | string): { from: number; to: number } {
  const [from, to = from] = String(given).split('-').map(Number);
  return { from: from ?? Number.NaN, to: to ?? Number.NaN };
}
