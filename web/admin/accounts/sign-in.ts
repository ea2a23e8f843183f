import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { roles } from '../../../contract/roles.ts';
import { loginClientId, type SignInResponse } from '../../../contract/session.ts';
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

const refusal = z.object({ error_description: z.string().optional(), Message: z.string().optional() });

/** Signs in with `POST /token` (specification, section 7); rejects with an `HttpFailure` that has the reason. */
export async function signIn(userName: string, password: string): Promise<SignInResponse> {
  const body = new URLSearchParams({ grant_type: 'password', username: userName, password, client_id: loginClientId });
  const end = beginRequest();
  try {
    const response = await fetch('/token', { method: 'POST', body, headers: requestHeaders() }).catch(() => {
      throw new HttpFailure(0, messages.checkConnection);
    });
    // Not JSON, such as a proxy's error page: continue without a message.
    const json: unknown = await response.json().catch(() => null);
    if (response.ok) return answer.parse(json);
    const { error_description, Message } = refusal.safeParse(json).data ?? {};
    throw new HttpFailure(response.status, error_description ?? Message ?? messages.technicalIssue);
  } finally {
    end();
  }
}
