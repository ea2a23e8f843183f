import { z } from 'zod';
import { assertion } from '../../contract/passkeys.ts';
import { codeGrant, credentials, passkeyGrant, providerGrant, secondFactorCode } from '../../contract/session.ts';

const { userName, password } = credentials.shape;

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: userName,
  password,
  client_id: z.unknown().optional(),
});

const step = z.string({ error: 'step is required' }).max(100);

const secondFactorGrant = z.object({ grant_type: z.literal(codeGrant), step, code: secondFactorCode });

const passkeyAnswer = z.object({
  grant_type: z.literal(passkeyGrant),
  step,
  response: z.string({ error: 'response is required' }).max(30_000).describe("JSON of the passkey's answer"),
});

const visitResult = z.object({ grant_type: z.literal(providerGrant) });

const grantTypes = ['password', codeGrant, passkeyGrant, providerGrant] as const;

/** The grants of `POST /token`. */
export const tokenRequest = z.discriminatedUnion('grant_type', [
  passwordGrant,
  secondFactorGrant,
  passkeyAnswer,
  visitResult,
]);
export type CodeGrant = z.output<typeof secondFactorGrant>;
export type PasskeyGrant = z.output<typeof passkeyAnswer>;

/** The fields of all grants, for the documents. */
export const tokenFields = z.object({
  ...passwordGrant.partial().shape,
  ...secondFactorGrant.partial().shape,
  ...passkeyAnswer.partial().shape,
  grant_type: z
    .enum(grantTypes)
    .describe(
      'password with username and password; second-factor with step and code; passkey with step and response; provider with a cookie',
    ),
});

/** Message for every other grant. */
export const otherGrant = `grant_type must be one of ${grantTypes.join(', ')}.`;

/** The answer of a passkey from its JSON; null if it is no such answer. */
export function parseAssertion(text: string) {
  try {
    return assertion.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
