import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { routeGroups } from '../../server/rest/registry.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import type { Access } from '../../server/trpc/procedures.ts';
import { makeRest, type Rest, type Role } from './setup.ts';

// Every entry point with its access: a new public or signed-in one must be added here.
let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

const publicWrites = ['POST /api/sendemail', 'POST /api/subscribe'];
const signedInPaths = [
  'GET /api/getallsocialicon',
  'GET /api/trello/getalllabellist',
  'GET /api/trello/getlabelcatogery',
  'GET /api/twilio/gettwilioclientcontactinfo',
  'GET /api/twilio/gettwiliologlist',
  'POST /api/changepassword',
  'POST /api/trello/getboardlists',
  'POST /api/trello/getboards',
  'POST /api/trello/getcategorylabellist',
  'POST /api/twilio/deleteclientcontactinfo',
  'POST /api/twilio/gettwilioclientcontactinfobyid',
  'POST /api/twilio/gettwiliologlistbyfilter',
  'POST /api/twilio/gettwiliologlistbytwilioclientid',
  'POST /api/twilio/savetwilioclientcontactinfo',
];
const adminReads = ['GET /api/company/getcompanysociallist', 'GET /api/twilio/gettwilioclientinfo'];

/** Paths beside the documented ones, each with tests of its own; those of tRPC are below. */
const otherPaths = [
  'DELETE /trpc/:path',
  'GET /',
  // Reports of monitored servers: the router's tree prints `/serverhealthstatus/*` so.
  'GET /*',
  'GET /api/audit.csv',
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /api/subscribers.csv',
  'GET /api/trello/exportlistexpense',
  'GET /api/twilio/log.csv',
  'GET /apple-touch-icon.png',
  'GET /favicon.ico',
  'GET /healthz',
  'GET /icon-192.png',
  'GET /icon-32.png',
  'GET /images/:name',
  'GET /metrics',
  'GET /og.jpg',
  'GET /readyz',
  'GET /robots.txt',
  'GET /serverhealthbadge/:badge.svg',
  'GET /site.webmanifest',
  'GET /sitemap.xml',
  'GET /status',
  'GET /trpc/:path',
  'GET /unsubscribe/:token',
  'OPTIONS /*',
  'OPTIONS /trpc/:path',
  'PATCH /trpc/:path',
  'POST /*',
  'POST /api/images',
  'POST /api/twilio/incoming',
  'POST /api/twilio/status/:row',
  'POST /api/users/login',
  'POST /token',
  'POST /trpc/:path',
  'POST /unsubscribe/:token',
  'PUT /trpc/:path',
  'QUERY /trpc/:path',
  'TRACE /trpc/:path',
];
const guardedOthers = ['GET /api/audit.csv', 'GET /api/subscribers.csv', 'POST /api/images'];

const publicProcedures = ['inbox.send', 'subscribe.add'];
const signedInProcedures = [
  'boards.categories',
  'boards.categoryLabels',
  'boards.labels',
  'boards.list',
  'boards.lists',
  'boards.status',
  'health.detail',
  'health.list',
  'session.changePassword',
  'session.logout',
  'session.me',
  'telephony.choices',
  'telephony.contacts.delete',
  'telephony.contacts.list',
  'telephony.contacts.reorder',
  'telephony.contacts.save',
  'telephony.contacts.sendTest',
  'telephony.log.details',
  'telephony.log.page',
  'telephony.log.progress',
];

const table = routeGroups.flatMap((group) => group.routes);
const routes = table.filter((route) => route.kind === 'parsed');
const customRoutes = table.filter((route) => route.kind === 'custom');
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The answer to a caller without access. */
const refusal = { visitor: { status: 401, Status: 5 }, client: { status: 403, Status: 1 } };

describe('documented paths', () => {
  test('only the public forms write without a token, and only reads are public beside them', () => {
    const open = routes.filter((route) => route.access === 'public');
    expect(
      open
        .filter((route) => route.method === 'POST')
        .map(nameOf)
        .sort(),
    ).toEqual(publicWrites);
    const signedIn = routes.filter((route) => route.access === 'signedIn');
    expect(signedIn.map(nameOf).sort()).toEqual(signedInPaths);
    const guardedReads = routes.filter((route) => route.access === 'admin' && route.method === 'GET');
    expect(guardedReads.map(nameOf)).toEqual(adminReads);
  });

  test.each(routes.map((route) => [nameOf(route), route] as const))('%s', async (_name, { method, path, access }) => {
    const body = method === 'POST' ? {} : undefined;
    const ask = (as: Role) => rest.call(method, path, { as, body });
    const visitor = await ask('visitor');
    const client = await ask('client');
    if (access === 'public') expect([401, 403]).not.toContain(visitor.status);
    else expect(visitor).toMatchObject(refusal.visitor);
    if (access === 'admin') expect(client).toMatchObject(refusal.client);
    else expect([401, 403]).not.toContain(client.status);
    // Without a Trello account a sync is refused with 409.
    expect([200, 400, 409]).toContain((await ask('admin')).status);
  });

  test.each(routes.filter((route) => route.method === 'GET').map((route) => [route.path, route] as const))(
    '%s gives inactive records to an Admin alone',
    async (path) => {
      expect(await rest.call('GET', `${path}?all=true`)).toMatchObject(refusal.visitor);
      expect(await rest.call('GET', `${path}?all=true`, { as: 'client' })).toMatchObject(refusal.client);
      expect(await rest.call('GET', `${path}?all=true`, { as: 'admin' })).toMatchObject({ status: 200 });
      expect((await rest.send('HEAD', `${path}?all=true`)).statusCode).toBe(401);
    },
  );

  test('a token that is not ours is no token', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect(await rest.call('GET', '/api/getallsocialicon', { headers })).toMatchObject(refusal.visitor);
    expect(await rest.call('GET', '/api/getfeaturedetail', { headers })).toMatchObject({ status: 200 });
  });

  test('nothing else is served but these', () => {
    const documented = new Set(routes.map(nameOf));
    expect(
      servedRoutes(rest)
        .filter((name) => !documented.has(name))
        .sort(),
    ).toEqual(otherPaths);
  });

  test('every path of the interface is in the table', () => {
    const declared = customRoutes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    const documented = new Set([...routes.map(nameOf), ...declared]);
    const served = servedRoutes(rest).filter((name) => / \/(api\/|token)/.test(name));
    expect(served.filter((name) => !documented.has(name))).toEqual([]);
    expect(declared).toContain('POST /serverhealthstatus/*');
  });

  test.each(
    customRoutes
      .filter(({ access }) => access !== 'public')
      .map(({ methods, path, access }) => [`${methods[0]} ${path}`, access] as const),
  )('%s takes the declared access', async (name, access) => {
    const [method, path = ''] = name.split(' ');
    const ask = (as: Role) => rest.call(method === 'GET' ? 'GET' : 'POST', path, { as });
    expect(await ask('visitor')).toMatchObject(refusal.visitor);
    if (access === 'admin') expect(await ask('client')).toMatchObject(refusal.client);
  });

  test.each(guardedOthers)('%s is an Admin’s', async (name) => {
    const [method, path = ''] = name.split(' ');
    const ask = (as: Role) => rest.call(method === 'GET' ? 'GET' : 'POST', path, { as });
    expect(await ask('visitor')).toMatchObject(refusal.visitor);
    expect(await ask('client')).toMatchObject(refusal.client);
  });
});

/** Every route of the app as `VERB /path`, read from the router's own tree. */
function servedRoutes({ app }: Rest): string[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', verbs = ''] = /^(.*?[├└]── )(\S+) \((.*)\)$/.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / 4 - 1;
      parts.splice(depth, parts.length, part);
      const path = parts.join('');
      return verbs
        .split(', ')
        .filter((verb) => verb !== 'HEAD')
        .map((verb) => `${verb} ${path}`);
    });
}

describe('procedures', () => {
  const procedures = castTo<Record<string, { _def: { type: 'query' | 'mutation'; meta?: Access } }>>(
    appRouter._def.procedures,
  );
  const named = Object.entries(procedures).map(([name, { _def }]) => ({ name, ..._def }));

  test('each says who may call it, and the open ones are these', () => {
    expect(named.filter(({ meta }) => meta === undefined)).toEqual([]);
    const withAccess = (access: Access['access']) =>
      named.filter(({ meta }) => meta?.access === access).map(({ name }) => name);
    expect(
      withAccess('public')
        .filter((name) => !name.endsWith('.published'))
        .sort(),
    ).toEqual(publicProcedures);
    expect(withAccess('signedIn').sort()).toEqual(signedInProcedures);
  });

  test.each(named.map((procedure) => [procedure.name, procedure] as const))('%s', async (name, { type, meta }) => {
    const ask = async (as: Role) => {
      const answer =
        type === 'query'
          ? await rest.send('GET', `/trpc/${name}?input=${encodeURIComponent('{"junk":1}')}`, { as })
          : await rest.send('POST', `/trpc/${name}`, { as, body: { junk: 1 } });
      return answer.statusCode;
    };
    if (meta?.access === 'public') expect([401, 403]).not.toContain(await ask('visitor'));
    else expect(await ask('visitor')).toBe(401);
    if (meta?.access === 'admin') expect(await ask('client')).toBe(403);
  });
});
