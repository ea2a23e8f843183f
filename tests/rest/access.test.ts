import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { routeGroups } from '../../server/rest/registry.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { type CallerHeaders, everyCaller, openSessions } from './callers.ts';
import { type EntryPoint, entryPoint, procedures, routes } from './entry-points.ts';
import { addTenant } from './tenants.ts';
import { type Caller, type CallerFacts, callers, expected, whoMayCall, withoutAntiForgery } from './who-may-call.ts';

let made: Awaited<ReturnType<typeof makeDependencies>>;
let app: Awaited<ReturnType<typeof buildApp>>;
/** Headers of the callers, twice: a procedure ends the session. */
let headers: CallerHeaders;
let headersToEnd: CallerHeaders;
beforeAll(async () => {
  made = await makeDependencies();
  // There are more entry points than requests that a token may send in a minute.
  const limits = { ...made.deps.limits, tokens: { consume: async () => {}, giveBack: async () => {} } };
  app = await buildApp({ ...made.deps, limits });
  const { account: deactivated } = await addTenant(made.deps, 'Cedar', 'c', false);
  const accounts = { client: 1_000_007, otherClient: 1_000_008, deactivated };
  headers = await openSessions(made.deps, 'one', accounts);
  headersToEnd = await openSessions(made.deps, 'two', accounts);
});
afterAll(async () => {
  await app.close();
  await made.remove();
});

const declared = new Map(whoMayCall.flatMap((one) => one.entries.map((entry) => [entry, one] as const)));
const isWrite = (name: string) => /^(POST|mutation) /.test(name);

/** An answer that does not end: its status is enough. */
const endless = 'GET /api/health/events';

async function send({ name, method, url, body }: EntryPoint, caller: Caller) {
  const entry = name === endless ? declared.get(name) : undefined;
  const answer = await app.inject({
    method,
    url,
    ...(body && { payload: body }),
    headers: (name === 'mutation session.logout' ? headersToEnd : headers)[caller],
    payloadAsStream: entry !== undefined && expected(callers[caller], entry) === 'in',
  });
  if (answer.body === undefined) answer.stream().destroy();
  return answer;
}

describe('the declaration', () => {
  test('names each route and procedure once, and no other', () => {
    const served = [...routes(app), ...procedures()].map(({ name }) => name);
    const unvaried = [...declared.keys()].filter((name) => !name.includes('?'));
    expect(unvaried.sort()).toEqual(served.sort());
    expect(whoMayCall.flatMap(({ entries }) => entries)).toHaveLength(declared.size);
  });

  test('every path of the interface is in the table of documented paths', () => {
    const documented = routeGroups
      .flatMap((group) => group.routes)
      .flatMap((route) =>
        (route.kind === 'parsed' ? [route.method] : route.methods).map((verb) => `${verb} ${route.path}`),
      );
    const served = routes(app).map(({ name }) => name);
    const missing = served.filter(
      (name) => / \/(api\/|token|serverhealthstatus)/.test(name) && !documented.includes(name),
    );
    expect(missing).toEqual([]);
  });
});

/** Entry points that answer with the rendered page, which this set-up does not have. */
const needsPage = ['GET /', 'GET /readyz', 'query landing.content'];

/** The first difference between an answer and the declaration, or null. */
function differenceOf(caller: Caller, { name, method }: EntryPoint, answer: Awaited<ReturnType<typeof send>>) {
  const facts: CallerFacts = callers[caller];
  const entry = declared.get(name);
  if (entry === undefined) return 'is not declared';
  const isChecked = isWrite(name) && !withoutAntiForgery.includes(name);
  const wanted = (isChecked && facts.writes) || expected(facts, entry);
  const status = answer.statusCode;
  if (wanted === 'in') {
    if (status === 401 || status === 403) return `refuses with ${status}`;
    return status >= 500 && !needsPage.includes(name) ? `fails with ${status}` : null;
  }
  if (status !== wanted) return `answers ${status} instead of ${wanted}`;
  // The envelope of a refusal (specification, section 4).
  const isEnvelope = / \/api\//.test(name) && entry.access !== 'signed' && method !== 'HEAD';
  return isEnvelope && answer.json().Status !== (wanted === 401 ? 5 : 1)
    ? `has the Status ${answer.json().Status}`
    : null;
}

describe('every entry point answers as declared', () => {
  /** Reads of inactive records have a declaration of their own; a guarded path guards HEAD like GET. */
  function everyEntryPoint(): EntryPoint[] {
    const variants = [...declared.keys()].filter((name) => name.includes('?'));
    const paths = [...routes(app), ...variants.map((name) => entryPoint('GET', name.slice('GET '.length)))];
    const guarded = paths.filter(({ name, method }) => method === 'GET' && declared.get(name)?.access !== 'everyone');
    return [...paths, ...guarded.map((entry) => ({ ...entry, method: 'HEAD' as const })), ...procedures()];
  }

  test.each(everyCaller)('to %s', async (caller) => {
    const found: string[] = [];
    for (const entry of everyEntryPoint()) {
      const difference = differenceOf(caller, entry, await send(entry, caller));
      if (difference !== null) found.push(`${entry.method} ${entry.name} ${difference}`);
    }
    expect(found).toEqual([]);
  });

  test('a mutation cannot be called by GET', async () => {
    const found: string[] = [];
    for (const { name } of procedures().filter((entry) => isWrite(entry.name))) {
      const { statusCode } = await app.inject({ url: `/trpc/${name.split(' ')[1]}`, headers: headers['an admin'] });
      if (statusCode !== 405) found.push(`${name} answers ${statusCode}`);
    }
    expect(found).toEqual([]);
  });
});
