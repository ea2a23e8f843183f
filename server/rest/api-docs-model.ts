import { z } from 'zod';
import type { RestRoute } from './route.ts';
import type { RouteGroup } from './route-group.ts';

/** A path as the documents show it. */
export interface DocumentedRoute {
  method: string;
  path: string;
  access: string;
  summary: string;
  /** Fields of the body or of the query. */
  body: readonly DocumentedField[];
  /** Names of the fields of each record in `Data`. */
  data: readonly string[];
}

export interface DocumentedField {
  name: string;
  required: boolean;
}

/** Every path by section, for docs/rest.md and `/api/docs`. */
export function documentedGroups(
  groups: readonly RouteGroup[],
): readonly { title: string; routes: readonly DocumentedRoute[] }[] {
  return groups.map(({ title, routes }) => ({ title, routes: routes.flatMap(documentedRoutes) }));
}

/** The documented paths of a route, in the form of OpenAPI: `/api/images/{name}`. */
export function documentedPaths(route: RestRoute): readonly string[] {
  const paths = (route.kind === 'custom' && route.documents.paths) || [route.path];
  return paths.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
}

/** The documented methods of a route; HEAD comes with GET. */
export function documentedMethods(route: RestRoute): readonly string[] {
  return route.kind === 'parsed' ? [route.method] : route.methods.filter((method) => method !== 'HEAD');
}

function accessName({ access }: RestRoute): string {
  if (access === 'public') return 'public';
  return access === 'signedIn' ? 'signed in' : access.join(' or ');
}

function documentedRoutes(route: RestRoute): DocumentedRoute[] {
  const { summary } = route;
  const isParsed = route.kind === 'parsed';
  const input = isParsed ? route.body : (route.documents.body?.schema ?? route.documents.query);
  const output = isParsed ? recordOf(route.output) : dataOf(route.documents.output);
  const fields = Object.entries(input?.shape ?? {});
  return documentedPaths(route).map((path) => ({
    method: documentedMethods(route).join(', '),
    path,
    access: accessName(route),
    summary,
    body: fields.map(([name, schema]) => ({ name, required: !z.safeParse(schema, undefined).success })),
    data: Object.keys(output?.shape ?? {}),
  }));
}

/** The record of a list. */
function recordOf(output: z.ZodType): z.ZodObject | undefined {
  return output instanceof z.ZodArray && output.element instanceof z.ZodObject ? output.element : undefined;
}

/** The object in `Data`, or the whole response if it has no envelope. */
function dataOf(output: z.ZodType | undefined): z.ZodObject | undefined {
  if (!(output instanceof z.ZodObject)) return undefined;
  const data = output.shape.Data;
  return data instanceof z.ZodObject ? data : output;
}
