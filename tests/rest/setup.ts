import { expect } from 'vitest';
import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { buildApp } from '../../server/app.ts';
import { routeGroups } from '../../server/rest/registry.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';

/** Schemas of `Data` by verb and path, as the documents show them. */
const documentedData = new Map<string, z.ZodType>(
  routeGroups
    .flatMap(({ routes }) => routes)
    .flatMap((route) => (route.kind === 'parsed' ? [[`${route.method} ${route.path}`, route.output] as const] : [])),
);

export const publicUrl = 'https://harbour.example';

/** The telephony client of the setup's Client user. */
export const ownTelephonyClient = 7;

export type Role = 'visitor' | 'client' | 'admin';
type Described = Record<string, unknown>;

/** An answer with its envelope opened. */
export interface RestAnswer {
  status: number;
  Status: number;
  Message: string;
  Data: unknown;
  /** The refused fields' messages. */
  fields: Record<string, string>;
  headers: Record<string, unknown>;
}

/** The whole HTTP side on a fresh store, without listening. */
export async function makeRest() {
  const made = await makeDependencies({ PUBLIC_URL: publicUrl });
  const { deps } = made;
  const app = await buildApp(deps);
  const tokens: Record<Role, string | undefined> = {
    visitor: undefined,
    client: (await addSignedIn(deps, 'Client', { userName: 'mira', telephonyClientId: ownTelephonyClient })).token,
    admin: (await addSignedIn(deps, 'Admin')).token,
  };

  /** Sends one request; a body that is text goes as it is. */
  async function send(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    options: { as?: Role; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const token = tokens[options.as ?? 'visitor'];
    const payload = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    return app.inject({
      method,
      url,
      payload,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
    });
  }

  async function call(...request: Parameters<typeof send>): Promise<RestAnswer> {
    const response = await send(...request);
    const { Status, Message, Data } = response.json<{ Status: number; Message: string; Data: unknown }>();
    const [method, url] = request;
    const documented = documentedData.get(`${method} ${url.replace(/\?.*/, '')}`);
    if (documented && Status === 0) expect(documented.safeParse(Data).error, `Data of ${url}`).toBeUndefined();
    const fields = castTo<{ fields?: Record<string, string> } | null>(Data)?.fields ?? {};
    return { status: response.statusCode, Status, Message, Data, fields, headers: response.headers };
  }

  return {
    app,
    deps,
    store: made.store,
    send,
    call,
    /** Saves as Admin, which must work, and returns the id. */
    async save(path: string, body: unknown): Promise<number> {
      const answer = await call('POST', `/api/${path}`, { as: 'admin', body });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.Message}`);
      return castTo<number>(answer.Data);
    },
    /** The records a read gives. */
    async read(path: string, as: Role = 'visitor'): Promise<Described[]> {
      return castTo<Described[]>((await call('GET', `/api/${path}`, { as })).Data);
    },
    async remove() {
      await app.close();
      await made.remove();
    },
  };
}

export type Rest = Awaited<ReturnType<typeof makeRest>>;
