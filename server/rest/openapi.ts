import { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import { secondFactorWays } from '../../contract/session.ts';
import { responseStatus } from '../http/errors.ts';
import { documentedMethods, documentedPaths } from './api-docs-model.ts';
import type { CustomRoute } from './custom-route.ts';
import { envelopeSchema } from './envelope.ts';
import { wireSchemaOf } from './request-body.ts';
import type { ParsedRoute, RestRoute } from './route.ts';
import type { RouteGroup } from './route-group.ts';

const refusal = z.object({
  Status: z.literal(Object.values(responseStatus)),
  Message: z.string(),
  Data: z
    .object({
      fields: z.record(z.string(), z.string()).optional().describe('Why fields were refused, by name'),
      needsProof: z.literal(true).optional().describe('The call works in the ten minutes after a sign-in'),
      needsSecondFactor: z
        .literal(true)
        .optional()
        .describe("The user's role needs a second factor: nothing else works until it is set up in the back office"),
      step: z.string().optional().describe('The second part of a sign-in: send it to POST /token'),
      ways: z.array(z.enum(secondFactorWays)).optional().describe('What ends the sign-in; a recovery code always does'),
      requestId: z.string().optional(),
    })
    .nullable(),
});

/** The OpenAPI 3.1 document of the table. */
export function openApi(publicUrl: string, groups: readonly RouteGroup[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1',
      description:
        'Every answer is {Status, Message, Data}. Reads give active records; Data is an array. ' +
        'Creating saves with the same Idempotency-Key header create one row.',
    },
    servers: [{ url: publicUrl }],
    tags: groups.map(({ title }) => ({ name: title })),
    paths: Object.fromEntries(
      groups.flatMap(({ title, routes }) =>
        routes.flatMap((route) => documentedPaths(route).map((path) => [path, pathItem(title, path, route)])),
      ),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: jsonSchema(refusal, 'output') },
    },
  };
}

function pathItem(title: string, path: string, route: RestRoute) {
  const name = path
    .replace(/^\/(api\/)?/, '')
    .replaceAll(/[{}]/g, '')
    .replaceAll('/', '-');
  const methods = documentedMethods(route);
  return Object.fromEntries(
    methods.map((method) => [
      method.toLowerCase(),
      {
        tags: [title],
        operationId: methods.length === 1 ? name : `${method.toLowerCase()}-${name}`,
        summary: route.summary,
        ...(route.kind === 'parsed' ? parsedOperation(path, route) : customOperation(path, route)),
      },
    ]),
  );
}

function parsedOperation(path: string, route: ParsedRoute) {
  const isRead = route.method === 'GET';
  const body = isRead ? undefined : route.body && { schema: jsonSchema(route.body, 'input') };
  const parameters = [...pathParameters(path), ...(isRead ? queryParameters(route.body) : [])];
  return {
    // An empty entry says that a token may be left out.
    security: route.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(isRead && route.access === 'public' && { parameters: [allParameter] }),
    ...(parameters.length > 0 && { parameters }),
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
      '200': jsonResponse('Success', jsonSchema(envelopeSchema(route.output), 'output')),
      ...(isRead ? { '304': { description: 'Not changed since the ETag of If-None-Match' } } : {}),
      ...(route.body ? { '400': refusalResponse('A field was refused; Data.fields says which and why') } : {}),
      ...refusedAccess(route),
      ...((body || path.includes('{')) && typeof route.access !== 'string' && route.method === 'POST'
        ? { '404': refusalResponse('The id does not exist') }
        : {}),
      ...(route.form ? { '429': refusalResponse('Too many messages; Retry-After says when to try again') } : {}),
    },
  };
}

function customOperation(path: string, { access, documents }: CustomRoute) {
  const { query, body, types, output, refusals = {}, otherRefusals = {} } = documents;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const success = output === undefined ? {} : { schema: jsonSchema(output, 'output') };
  return {
    security: access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { [body.type]: { schema: jsonSchema(body.schema, 'input') } } },
    }),
    responses: {
      ...(types.length === 0
        ? { '204': { description: 'Success' } }
        : {
            '200': { description: 'Success', content: Object.fromEntries(types.map((type) => [type, success])) },
          }),
      ...refusedAccess({ access }),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, refusalResponse(description)]),
      ),
      ...Object.fromEntries(
        Object.entries(otherRefusals).map(([status, { description, schema }]) => [
          status,
          schema ? jsonResponse(description, jsonSchema(schema, 'output')) : { description },
        ]),
      ),
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined) {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: jsonSchema(schema, 'input'),
  }));
}

function refusedAccess({ access }: Pick<RestRoute, 'access'>) {
  return {
    ...(access === 'public' ? {} : { '401': refusalResponse('No valid token') }),
    ...(typeof access === 'string' ? {} : { '403': refusalResponse(`Needs the permission ${access.join(' or ')}`) }),
  };
}

const allParameter = {
  name: 'all',
  in: 'query',
  description: 'true, with an Admin token: inactive records too',
  schema: { type: 'string', enum: ['true'] },
};

function jsonResponse(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}

function refusalResponse(description: string) {
  return jsonResponse(description, { $ref: '#/components/schemas/Refusal' });
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      const wire = wireSchemaOf(zodSchema);
      if (wire && io === 'input') Object.assign(made, jsonSchema(wire, io));
      const label = fieldInfo.get(zodSchema)?.label;
      if (label !== undefined) made.title = label;
    },
  });
  return json;
}
