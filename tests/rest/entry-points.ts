import type { FastifyInstance } from 'fastify';
import { declarations } from '../../server/trpc/app-router.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS';

/** One way into the server. */
export interface EntryPoint {
  /** `GET /api/getallplan` or `query health.list`. */
  name: string;
  method: Method;
  url: string;
  body: object | undefined;
}

/** Every procedure of the back office, called with an input that each schema refuses. */
export function procedures(): EntryPoint[] {
  return Array.from(declarations, ([path, { type }]) => callOf(`${type} ${path}`, { junk: 1 }));
}

/** An entry point by its name, called with an input. */
export function callOf(name: string, input?: object): EntryPoint {
  const [kind = '', path = ''] = name.split(' ');
  if (kind === 'mutation') return { name, method: 'POST', url: `/trpc/${path}`, body: input };
  if (kind === 'POST') return { name, method: 'POST', url: path, body: input };
  const query = new URLSearchParams(
    kind === 'query' ? input && { input: JSON.stringify(input) } : Object.entries(input ?? {}),
  );
  return { name, method: 'GET', url: `${kind === 'query' ? '/trpc/' : ''}${path}?${query}`, body: undefined };
}

/** Every route of the app, read from the router's own tree; tRPC's are left out. */
export function routes(app: FastifyInstance): EntryPoint[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', verbs = ''] = /^(.*?[├└]── )(\S+) \((.*)\)$/.exec(line) ?? [];
      if (part === '') return [];
      parts.splice(indent.length / 4 - 1, parts.length, part);
      const path = parts.join('');
      return verbs
        .split(', ')
        .filter((verb) => verb !== 'HEAD' && !path.startsWith('/trpc/'))
        .map((verb) => entryPoint(verb, path));
    });
}

/** A route, called without an input; parameters of the path have values that nothing has. */
export function entryPoint(verb: string, path: string): EntryPoint {
  // The router's tree prints the servers' path without its beginning.
  const method = (['GET', 'POST', 'OPTIONS'] as const).find((known) => known === verb);
  if (!method) throw new Error(`No route is expected to take ${verb}, as ${path} does`);
  const full = path === '/*' && method !== 'OPTIONS' ? '/serverhealthstatus/*' : path;
  const url = full.replace(/:\w+/g, '2000000000').replace('*', 'no-such-code');
  return { name: `${method} ${full}`, method, url, body: method === 'POST' ? {} : undefined };
}
