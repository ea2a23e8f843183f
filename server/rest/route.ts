import type { z } from 'zod';
import type { Session } from '../../core/accounts/sessions.ts';
import { invalid } from '../../core/errors.ts';
import type { Access } from '../accounts/may-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError } from '../http/errors.ts';
import { appRouter } from '../trpc/app-router.ts';
import { createCallerFactory } from '../trpc/procedures.ts';
import type { CustomRoute } from './custom-route.ts';
import type { Viewer } from './fields.ts';
import type { RequestBody } from './request-body.ts';

/** Makes the procedures callable for one request; documented paths pass the same checks as the back office. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

/** One request to a documented path. */
export interface RestCall {
  deps: Dependencies;
  session: Session | null;
  caller: Caller;
  viewer: Viewer;
  /** Parameters of the path. */
  params: Readonly<Record<string, unknown>>;
  /** True if an Admin asked for inactive records too. */
  all: boolean;
}

/** Result of a documented path; the envelope is added by the server. */
export interface RestResult<Data = unknown> {
  message?: string;
  data: Data;
}

interface Declaration<Data> {
  method: 'GET' | 'POST';
  path: string;
  access: Access['access'];
  needs?: Access['needs'];
  /** Half a sentence for the documents. */
  summary: string;
  /** Schema of `Data`. */
  output: z.ZodType<Data>;
  /** A read that depends on content alone: cached until the next content write. */
  fromContent?: true;
  /** Maximum body size in bytes, if not that of other bodies; only for paths that need a session. */
  bodyLimit?: number | undefined;
  /** A public form: browsers without script may post it and get a page with this title. */
  form?: { title: string };
}

interface WithInput<Input, Data> extends Declaration<Data> {
  /** Parses the body, or the query of a GET, and maps its documented names. */
  input: RequestBody<Input>;
  handle(call: RestCall, input: Input): Promise<RestResult<Data>>;
}

interface WithoutInput<Data> extends Declaration<Data> {
  input?: undefined;
  handle(call: RestCall): Promise<RestResult<Data>>;
}

/** A documented path whose JSON body or query is parsed by its declaration. */
export interface ParsedRoute extends Omit<Declaration<unknown>, 'output'> {
  kind: 'parsed';
  /** Schema of the body, or of the query of a GET, under its documented names. */
  body: z.ZodObject | undefined;
  /** Schema of `Data`. */
  output: z.ZodType;
  /** Parses the body or query and runs the handler; throws refusals that name fields as documented. */
  run(call: RestCall, raw: unknown): Promise<RestResult>;
}

/** A documented path. */
export type RestRoute = ParsedRoute | CustomRoute;

/** Declares a documented path: one declaration makes the route, its types and its documents. */
export function route<Input, Data>(declaration: WithInput<Input, Data>): ParsedRoute;
export function route<Data>(declaration: WithoutInput<Data>): ParsedRoute;
export function route<Input, Data>(declaration: WithInput<Input, Data> | WithoutInput<Data>): ParsedRoute {
  const common = { ...declaration, kind: 'parsed' } as const;
  if (declaration.input === undefined) {
    return { ...common, body: undefined, run: (call) => declaration.handle(call) };
  }
  const { input, handle } = declaration;
  return {
    ...common,
    body: input.schema,
    run: (call, raw) => withDocumentedNames(input, () => handle(call, input.parse(raw))),
  };
}

/** Runs a handler and gives the failing fields of its refusals their documented names. */
export async function withDocumentedNames<Result>(
  { documentedNames }: RequestBody<unknown>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { fields } = describeError(error);
    if (!fields) throw error;
    const named = Object.entries(fields).map(([name, message]) => [documentedNames.get(name) ?? name, message]);
    throw invalid(Object.fromEntries(named));
  }
}
