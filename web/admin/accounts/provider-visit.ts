import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import type { ProviderPurpose } from '../../../contract/provider.ts';
import { requestHeaders } from '../api/client.ts';
import { HttpFailure } from '../api/failure.ts';
import { askForProof } from './proof.ts';

const paths: Readonly<Record<ProviderPurpose, string>> = {
  'sign-in': '/signin/provider',
  link: '/signin/provider/link',
  proof: '/signin/provider/proof',
};

const begun = z.object({ Data: z.object({ Address: z.url({ protocol: /^https?$/ }) }) });
const unproven = z.object({ Data: z.object({ needsProof: z.literal(true) }) });
const refused = z.object({ Message: z.string() });

const returnKey = 'visitReturn';

interface Visit {
  purpose: ProviderPurpose;
  /** Address of the back office that opens afterwards; this tab keeps it, so no link from outside can choose it. */
  backTo?: string | undefined;
  /** The second factor of a proof. */
  code?: string | undefined;
  /** True to choose another account at the provider. */
  isAgain?: boolean;
}

/** Leaves for the provider; resolves to false if the user cancels the proof of identity that a link needs. */
export async function visitProvider(visit: Visit): Promise<boolean> {
  const response = await send(visit);
  if (response.status !== 403 || !(await needsProof(response))) return leave(response, visit.backTo);
  return (await askForProof()) ? leave(await send(visit), visit.backTo) : false;
}

async function needsProof(response: Response): Promise<boolean> {
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return unproven.safeParse(json).success;
}

function send({ purpose, code, isAgain = false }: Visit): Promise<Response> {
  const body = { ...(code !== undefined && { Code: code }), ...(isAgain && { Again: true }) };
  const headers = { ...requestHeaders(), 'content-type': 'application/json' };
  return fetch(paths[purpose], { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new HttpFailure(0, messages.checkConnection);
  });
}

async function leave(response: Response, backTo: string | undefined): Promise<boolean> {
  // Not JSON, such as a proxy's error page: continue without a message.
  const json: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new HttpFailure(response.status, refused.safeParse(json).data?.Message ?? messages.technicalIssue);
  const { Address } = begun.parse(json).Data;
  if (backTo === undefined) sessionStorage.removeItem(returnKey);
  else sessionStorage.setItem(returnKey, backTo);
  location.assign(Address);
  // The button stays busy until the browser has left.
  return new Promise(() => {});
}

/** The address to open after a visit, once; undefined without one. */
export function takeReturn(): string | undefined {
  const kept = sessionStorage.getItem(returnKey);
  sessionStorage.removeItem(returnKey);
  return kept?.startsWith('/admin/') ? kept : undefined;
}
