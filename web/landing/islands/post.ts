import { messages } from '../../../contract/messages.ts';
import { antiForgery } from '../../../contract/session.ts';

/** What came of a posted form: `fields` has a message for each value the server refused. */
export type Outcome = { isDone: true } | { isDone: false; message: string; fields: Record<string, string> };

/** Posts values as JSON to a REST path, which answers {Status, Message, Data} (specification, section 3). */
export async function post(path: string, values: unknown): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(path, { method: 'POST', headers: headers(), body: JSON.stringify(values) });
  } catch (error) {
    if (error instanceof TypeError) return { isDone: false, message: messages.checkConnection, fields: {} };
    throw error;
  }
  if (response.ok) return { isDone: true };
  // A proxy in between may answer with something else than JSON; then the status alone speaks.
  const answer: unknown = await response.json().catch(() => null);
  return { isDone: false, message: text(answer, 'Message') || messages.technicalIssue, fields: refusedFields(answer) };
}

function headers(): Record<string, string> {
  const token = new RegExp(`(?:^|; )${antiForgery.cookie}=([^;]*)`).exec(document.cookie)?.[1];
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  return token === undefined ? json : { ...json, [antiForgery.header]: decodeURIComponent(token) };
}

function refusedFields(answer: unknown): Record<string, string> {
  const fields = member(member(answer, 'Data'), 'fields');
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, String(message)]));
}

function text(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
