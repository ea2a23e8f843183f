import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { roles } from '../../../contract/roles.ts';
import {
  codeGrant,
  loginClientId,
  passkeyGrant,
  providerGrant,
  type SecondFactorWay,
  type SignInResponse,
  secondFactorWays,
} from '../../../contract/session.ts';
import { requestHeaders } from '../api/client.ts';
import { HttpFailure } from '../api/failure.ts';
import { beginRequest } from '../api/pending.ts';

const answer = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bearer'),
  UserName: z.string(),
  expires_in: z.number().positive(),
  userRole: z.enum(roles),
  twilioClientId: z.number(),
}) satisfies z.ZodType<SignInResponse>;

const refusal = z.object({
  error_description: z.string().optional(),
  Message: z.string().optional(),
  step: z.string().optional(),
  ways: z.array(z.enum(secondFactorWays)).optional(),
});

/** A sign-in that waits for its second part. */
export interface WaitingSignIn {
  /** Its token; after a wrong code the same. */
  step: string;
  /** The user's second factors. */
  ways: readonly SecondFactorWay[];
}

/** The user has a second factor: a code or a passkey ends the sign-in. */
export class SecondFactorRequired extends HttpFailure {
  readonly waiting: WaitingSignIn;
  constructor(message: string, waiting: WaitingSignIn) {
    super(400, message);
    this.waiting = waiting;
  }
}

/**
 * Signs in with `POST /token` (specification, section 7); rejects with an `HttpFailure` that has the reason, and with
 * `SecondFactorRequired` if a code is needed.
 */
export function signIn(userName: string, password: string): Promise<SignInResponse> {
  return send({ grant_type: 'password', username: userName, password, client_id: loginClientId });
}

/** Ends a sign-in with a code; rejects as `signIn` does. */
export function enterCode(step: string, code: string): Promise<SignInResponse> {
  return send({ grant_type: codeGrant, step, code });
}

/** Ends a sign-in with the answer of a passkey; rejects as `signIn` does. */
export function enterPasskey(step: string, response: object): Promise<SignInResponse> {
  return send({ grant_type: passkeyGrant, step, response: JSON.stringify(response) });
}

/** Ends a sign-in at the provider, whose result is in a cookie; rejects as `signIn` does. */
export function enterFromProvider(): Promise<SignInResponse> {
  return send({ grant_type: providerGrant });
}

async function send(fields: Record<string, string>): Promise<SignInResponse> {
  const body = new URLSearchParams(fields);
  const end = beginRequest();
  try {
    const response = await fetch('/token', { method: 'POST', body, headers: requestHeaders() }).catch(() => {
      throw new HttpFailure(0, messages.checkConnection);
    });
    // Not JSON, such as a proxy's error page: continue without a message.
    const json: unknown = await response.json().catch(() => null);
    if (response.ok) return answer.parse(json);
    const { error_description, Message, step, ways = [] } = refusal.safeParse(json).data ?? {};
    const message = error_description ?? Message ?? messages.technicalIssue;
    throw step === undefined
      ? new HttpFailure(response.status, message)
      : new SecondFactorRequired(message, { step, ways });
  } finally {
    end();
  }
}
