import { z } from 'zod';
import { boardsRest } from './boards.ts';
import { routeGroups } from './registry.ts';
import type { RestRoute } from './route.ts';

/** A path as the documents show it. */
export interface DescribedRoute {
  method: RestRoute['method'];
  path: string;
  access: string;
  summary: string;
  body: readonly DescribedField[];
  /** Names of the fields of each record in `Data`. */
  data: readonly string[];
}

export interface DescribedField {
  name: string;
  required: boolean;
}

/** How the documents call each access. */
const accessNames: Record<RestRoute['access'], string> = {
  public: 'public',
  signedIn: 'signed in',
  admin: 'Admin',
};

/** Paths of server/accounts/routes.ts. */
const signIn: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path: '/token',
    access: 'public',
    summary:
      'Signs in (OAuth 2 password grant, form-encoded); answers access_token, UserName, expires_in, userRole, twilioClientId',
    body: [
      { name: 'grant_type', required: true },
      { name: 'username', required: true },
      { name: 'password', required: true },
      { name: 'client_id', required: false },
    ],
    data: [],
  },
  {
    method: 'POST',
    path: '/api/users/login',
    access: 'public',
    summary: 'Signs in with JSON; the same answer in the envelope. Also takes username and password',
    body: [
      { name: 'UserName', required: true },
      { name: 'Password', required: true },
    ],
    data: ['access_token', 'token_type', 'UserName', 'expires_in', 'userRole', 'twilioClientId'],
  },
];

/** Path of boards-report.ts, which answers a file. */
const report: DescribedRoute = {
  method: 'GET',
  path: '/api/trello/exportlistexpense',
  access: 'signed in',
  summary: 'Expense report of a list as .xlsx, with format=csv as CSV; in the query, also with the cookie of a browser',
  body: [
    { name: 'listId', required: true },
    { name: 'format', required: false },
  ],
  data: [],
};

/** Paths of a section that are served elsewhere, by its title. */
const elsewhere: Readonly<Record<string, readonly DescribedRoute[]>> = {
  Session: signIn,
  [boardsRest.title]: [report],
};

const documents: readonly DescribedRoute[] = [
  {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'OpenAPI 3.1 document of these paths',
    body: [],
    data: [],
  },
  { method: 'GET', path: '/api/docs', access: 'public', summary: 'These paths as a readable page', body: [], data: [] },
];

/** Every path by section, for the documents. */
export const describedGroups: readonly { title: string; routes: readonly DescribedRoute[] }[] = [
  ...routeGroups.map(({ title, routes }) => ({
    title,
    routes: [...(elsewhere[title] ?? []), ...routes.map(describeRoute)],
  })),
  { title: 'About these paths', routes: documents },
];

function describeRoute(route: RestRoute): DescribedRoute {
  const { method, path, access, summary, body, data } = route;
  const fields = Object.entries(body?.shape ?? {});
  return {
    method,
    path,
    access: accessNames[access],
    summary,
    body: fields.map(([name, schema]) => ({ name, required: !schema.safeParse(undefined).success })),
    data: data instanceof z.ZodArray && data.element instanceof z.ZodObject ? Object.keys(data.element.shape) : [],
  };
}
