import { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import { reportQuery, reportTypes } from '../boards/report-route.ts';
import { responseStatus } from '../http/errors.ts';
import { boardsRest } from './boards.ts';
import { envelopeSchema } from './envelope.ts';
import { routeGroups } from './registry.ts';
import type { RestRoute } from './route.ts';

const refusal = z.object({
  Status: z.literal(Object.values(responseStatus)),
  Message: z.string(),
  Data: z.object({ fields: z.record(z.string(), z.string()).optional(), requestId: z.string().optional() }).nullable(),
});

/** The OpenAPI 3.1 document of every documented path. */
export function openApi(publicUrl: string) {
  const routes = routeGroups.flatMap(({ title, routes }) => routes.map((route) => ({ title, route })));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1',
      description: 'Every answer is {Status, Message, Data}. Reads give active records; Data is an array.',
    },
    servers: [{ url: publicUrl }],
    tags: routeGroups.map(({ title }) => ({ name: title })),
    paths: {
      ...Object.fromEntries(
        routes.map(({ title, route }) => [route.path, { [route.method.toLowerCase()]: operation(title, route) }]),
      ),
      '/api/trello/exportlistexpense': { get: report },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: jsonSchema(refusal, 'output') },
    },
  };
}

function operation(title: string, route: RestRoute) {
  const body = route.body && { schema: jsonSchema(route.body, 'input') };
  const isRead = route.method === 'GET';
  return {
    tags: [title],
    operationId: route.path.replace(/^\/api\//, '').replaceAll('/', '-'),
    summary: route.summary,
    // An empty entry says that a token may be left out.
    security: route.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(isRead && route.access === 'public' && { parameters: [allParameter] }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': body,
          ...(route.form && { 'application/x-www-form-urlencoded': body }),
        },
      },
    }),
    responses: {
      '200': answer('Success', jsonSchema(envelopeSchema(route.data), 'output')),
      ...(isRead ? { '304': { description: 'Not changed since the ETag of If-None-Match' } } : {}),
      ...(body ? { '400': refused('A field was refused; Data.fields says which and why') } : {}),
      ...(route.access === 'public' ? {} : { '401': refused('No valid token') }),
      ...(route.access === 'admin' ? { '403': refused('Not an Admin') } : {}),
      ...(body && route.access === 'admin' ? { '404': refused('The id does not exist') } : {}),
      ...(route.form ? { '429': refused('Too many messages; Retry-After says when to try again') } : {}),
    },
  };
}

/** The expense report (boards-report.ts), which answers a file. */
const report = {
  tags: [boardsRest.title],
  operationId: 'trello-exportlistexpense',
  summary: 'Expense report of a list',
  security: [{ bearer: [] }],
  parameters: Object.entries(reportQuery.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: jsonSchema(schema, 'input'),
  })),
  responses: {
    '200': {
      description: 'The file',
      content: Object.fromEntries(Object.values(reportTypes).map((type) => [type, {}])),
    },
    '400': refused('listId is not 24 hexadecimal digits, or format is unknown'),
    '401': refused('No valid token'),
    '404': refused('The list does not exist'),
  },
};

const allParameter = {
  name: 'all',
  in: 'query',
  description: 'true, with an Admin token: inactive records too',
  schema: { type: 'string', enum: ['true'] },
};

function answer(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}

function refused(description: string) {
  return answer(description, { $ref: '#/components/schemas/Refusal' });
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const label = fieldInfo.get(zodSchema)?.label;
      if (label !== undefined) jsonSchema.title = label;
    },
  });
  return json;
}
