import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import { accessHook } from '../accounts/access.ts';
import type { Access } from '../accounts/may-call.ts';
import type { Dependencies } from '../dependencies.ts';

/** What the documents say about a path that is not JSON in the envelope. */
interface CustomDocuments {
  /** Paths in the documents, if other than the served one. */
  paths?: readonly string[];
  query?: z.ZodObject;
  body?: { type: string; schema: z.ZodObject };
  /** Content types of a success. */
  types: readonly string[];
  /** Schema of a JSON success, with the envelope if it has one. */
  output?: z.ZodType;
  /** Meaning of the statuses of refusals in the envelope. */
  refusals?: Readonly<Record<number, string>>;
  /** Meaning of the statuses of refusals in another form, and the schema of those in JSON. */
  otherRefusals?: Readonly<Record<number, { description: string; schema?: z.ZodType }>>;
}

/** A request with its path parameters as text. */
type CustomRequest = FastifyRequest<{ Params: Record<string, string> }>;

interface Declaration {
  methods: readonly ('GET' | 'HEAD' | 'POST')[];
  path: string;
  access: Access['access'];
  needs?: Access['needs'];
  /** Half a sentence for the documents. */
  summary: string;
  /** Signs in with the browser's download cookie too (design, section 3: Sign-in). */
  download?: boolean;
  documents: CustomDocuments;
  options?: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'exposeHeadRoute'>;
  /** Adds body parsers, plugins or hooks that this path alone has. */
  prepare?(scope: FastifyInstance, deps: Dependencies): Promise<void>;
  /** Makes the handler, once for each server; hooks of the scope are this path's alone. */
  handler(
    deps: Dependencies,
    scope: FastifyInstance,
  ): (request: CustomRequest, reply: FastifyReply) => Promise<unknown>;
}

/** A documented path with another body or response than JSON in the envelope. */
export interface CustomRoute extends Omit<Declaration, 'handler' | 'prepare' | 'options'> {
  kind: 'custom';
  register(app: FastifyInstance, deps: Dependencies): void;
}

/** Declares a path in the table whose handler reads the request and writes the response itself. */
export function customRoute(declaration: Declaration): CustomRoute {
  const { methods, path, access, needs, summary, download = false, documents, options, prepare, handler } = declaration;
  return {
    kind: 'custom',
    methods,
    path,
    access,
    ...(needs && { needs }),
    summary,
    download,
    documents,
    register(app, deps) {
      app.register(async (scope) => {
        await prepare?.(scope, deps);
        const handle = handler(deps, scope);
        scope.route<{ Params: Record<string, string> }>({
          ...options,
          method: [...methods],
          url: path,
          // A public path of this kind needs no session.
          ...(access === 'public' ? {} : { onRequest: accessHook(deps, declaration, { download }) }),
          handler: handle,
        });
      });
    },
  };
}
