import type { inferRouterOutputs } from '@trpc/server';
import { type CheckTarget, checkSettings } from '../../../../contract/checks.ts';
import type { AppRouter } from '../../../../server/trpc/app-router.ts';

/** A stored check with masked headers and body. */
export type StoredCheck = inferRouterOutputs<AppRouter>['checks']['ofServer'][number];

/** The form's inputs, as text where people type text. */
export interface CheckValues {
  kind: CheckTarget['kind'];
  url: string;
  method: string;
  statuses: string;
  mustContain: string;
  mustNotContain: string;
  jsonPath: string;
  jsonEquals: string;
  maxRedirects: number | '';
  maxResponseMs: number | '';
  headers: string;
  body: string;
  host: string;
  port: number | '';
  minDays: number | '';
  type: string;
  value: string;
  everySeconds: number | '';
  timeoutSeconds: number | '';
  failures: number | '';
  attempts: number | '';
  isActive: boolean;
}

const empty: CheckValues = {
  kind: 'http',
  url: '',
  method: 'GET',
  statuses: '200-299',
  mustContain: '',
  mustNotContain: '',
  jsonPath: '',
  jsonEquals: '',
  maxRedirects: 5,
  maxResponseMs: '',
  headers: '',
  body: '',
  host: '',
  port: '',
  minDays: 14,
  type: 'A',
  value: '',
  everySeconds: 60,
  timeoutSeconds: 10,
  failures: 2,
  attempts: 2,
  isActive: true,
};

/** The inputs for a stored check, or for a new one. */
export function valuesOf(check: StoredCheck | undefined): CheckValues {
  if (!check) return empty;
  const { target, headers, body, everySeconds, timeoutMs, failures, attempts, isActive } = check;
  const common = { everySeconds, timeoutSeconds: timeoutMs / 1000, failures, attempts, isActive };
  return { ...empty, ...common, ...ofTarget(target), headers: linesOf(headers), body: body ?? '' };
}

function ofTarget(target: CheckTarget): Partial<CheckValues> {
  if (target.kind !== 'http') return target;
  const { statuses, mustContain, mustNotContain, json, maxResponseMs, ...plain } = target;
  return {
    ...plain,
    statuses: statuses.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', '),
    mustContain: mustContain.join('\n'),
    mustNotContain: mustNotContain.join('\n'),
    jsonPath: json?.path ?? '',
    jsonEquals: json?.equals ?? '',
    maxResponseMs: maxResponseMs ?? '',
  };
}

const linesOf = (headers: StoredCheck['headers']) => headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
const filled = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** The settings that the inputs mean, or the first problem of each input. */
export function readValues(values: CheckValues) {
  const { everySeconds, timeoutSeconds, failures, attempts, isActive, body, kind } = values;
  const isHttp = kind === 'http';
  const parsed = checkSettings.safeParse({
    target: targetOf(values),
    headers: isHttp ? filled(values.headers).map(headerOf) : [],
    body: isHttp && body !== '' ? body : null,
    everySeconds: everySeconds === '' ? undefined : everySeconds,
    timeoutMs: timeoutSeconds === '' ? undefined : Math.round(timeoutSeconds * 1000),
    failures: failures === '' ? undefined : failures,
    attempts: attempts === '' ? undefined : attempts,
    isActive,
  });
  if (parsed.success) return { settings: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[inputOf(path)] ??= message;
  return { errors };
}

function targetOf(values: CheckValues): unknown {
  const { kind, url, method, host, port, minDays, type, value, maxRedirects, maxResponseMs, jsonPath } = values;
  if (kind === 'tcp') return { kind, host: host.trim(), port: port === '' ? undefined : port };
  if (kind === 'dns') return { kind, host: host.trim(), type, value };
  if (kind === 'domain') return { kind, host: host.trim(), minDays: minDays === '' ? undefined : minDays };
  if (kind === 'tls')
    return {
      kind,
      host: host.trim(),
      port: port === '' ? undefined : port,
      minDays: minDays === '' ? undefined : minDays,
    };
  return {
    kind,
    url: url.trim(),
    method,
    statuses: values.statuses.split(',').map(rangeOf),
    mustContain: filled(values.mustContain),
    mustNotContain: filled(values.mustNotContain),
    json: jsonPath === '' ? null : { path: jsonPath, equals: values.jsonEquals },
    maxRedirects: maxRedirects === '' ? undefined : maxRedirects,
    maxResponseMs: maxResponseMs === '' ? null : maxResponseMs,
  };
}

function rangeOf(text: string) {
  const [from = '', to = from] = text.split('-').map((part) => part.trim());
  return { from: Number(from), to: Number(to) };
}

function headerOf(line: string) {
  const colon = line.indexOf(':');
  return colon === -1
    ? { name: line.trim(), value: '' }
    : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

/** The input that shows a problem at a path of the settings. */
function inputOf(path: readonly PropertyKey[]): string {
  const [first, second] = path.map(String);
  if (first !== 'target') return first === 'timeoutMs' ? 'timeoutSeconds' : (first ?? '');
  return second === 'json' ? 'jsonPath' : (second ?? '');
}
