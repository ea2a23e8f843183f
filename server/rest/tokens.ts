import { z } from 'zod';
import { newApiToken } from '../../contract/api-tokens.ts';
import { messages } from '../../contract/messages.ts';
import { scopes } from '../../contract/scopes.ts';
import { requiredId } from './ids.ts';
import type { RestSection } from './record-routes.ts';
import { plain, requestBody } from './request-body.ts';
import { route } from './route.ts';

const listed = z.object({
  TokenID: z.int(),
  Name: z.string(),
  Hint: z.string().describe('The first characters of the token'),
  UserName: z.string(),
  Scopes: z.array(z.enum(scopes)),
  CreatedAt: z.iso.datetime(),
  ExpiresAt: z.iso.datetime(),
  LastUsedAt: z.iso.datetime().nullable(),
  LastIp: z.string(),
  RevokedAt: z.iso.datetime().nullable(),
});

const { name, scopes: chosen, expiresAt } = newApiToken.shape;

/** API tokens (docs/people.md). */
export const tokensRest: RestSection = {
  title: 'API tokens',
  records: [],
  routes: [
    route({
      method: 'GET',
      path: '/api/tokens',
      access: ['tokens'],
      needs: 'session',
      summary: 'The API tokens of the signed-in user; those of all users for users who manage users',
      output: z.array(listed),
      async handle({ caller }) {
        const tokens = await caller.tokens.list();
        return {
          data: tokens.map((token) => ({
            TokenID: token.id,
            Name: token.name,
            Hint: token.hint,
            UserName: token.userName,
            Scopes: token.scopes,
            CreatedAt: token.createdAt.toISOString(),
            ExpiresAt: token.expiresAt.toISOString(),
            LastUsedAt: token.lastUsedAt?.toISOString() ?? null,
            LastIp: token.lastIp,
            RevokedAt: token.revokedAt?.toISOString() ?? null,
          })),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/tokens',
      access: ['tokens'],
      needs: 'recentProof',
      summary: 'Creates an API token; the answer is the only one that has the token itself',
      input: requestBody({
        name: plain('Name', name),
        scopes: plain('Scopes', chosen),
        expiresAt: plain(
          'ExpiresAt',
          expiresAt,
          z.string().optional().describe('An instant such as 2027-01-31T12:00:00Z; left out: 90 days from now'),
        ),
      }),
      output: z.object({ TokenID: z.int(), Token: z.string(), ExpiresAt: z.iso.datetime() }),
      async handle({ caller }, { expiresAt: until, ...values }) {
        const created = await caller.tokens.create({ ...values, expiresAt: until?.toISOString() });
        const { id: TokenID, token: Token } = created;
        return { message: messages.saved, data: { TokenID, Token, ExpiresAt: created.expiresAt.toISOString() } };
      },
    }),
    route({
      method: 'POST',
      path: '/api/tokens/revoke',
      access: ['tokens'],
      needs: 'recentProof',
      summary: 'Ends an API token at once',
      input: requestBody({ id: requiredId('TokenID') }),
      output: z.int().describe("The token's id"),
      async handle({ caller }, { id }) {
        await caller.tokens.revoke({ id });
        return { message: messages.saved, data: id };
      },
    }),
  ],
};
