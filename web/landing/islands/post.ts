import { messages } from '../../../contract/messages.ts';
import { antiForgery } from '../../../contract/session.ts';

/** Result of a posted form with the server's message; `fields` has a message for each rejected value. */
export type Outcome =
  | { isDone: true; message: string }
  | { isDone: false; message: string; fields: Record<string, string> };

/** Posts values as JSON to a REST path, which answers {Status, Message, Data} (specification, section 3). */
export async function post(path: string, values: unknown): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(path, { method: 'POST', headers: headers(), body: JSON.stringify(values) });
  } catch (error) {
    if (error instanceof TypeError) return { isDone: false, message: messages.checkConnection, fields: {} };
    throw error;
  }
  // A proxy may respond with something other than JSON.
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { isDone: true, message: stringProperty(body, 'Message') };
  return {
    isDone: false,
    message: stringProperty(body, 'Message') || messages.technicalIssue,
    fields: rejectedFields(body),
  };
}

function headers(): Record<string, string> {
  const token = new RegExp(`(?:^|; )${antiForgery.cookie}=([^;]*)`).exec(document.cookie)?.[1];
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  return token === undefined ? json : { ...json, [antiForgery.header]: decodeURIComponent(token) };
}

function rejectedFields(body: unknown): Record<string, string> {
  const fields = property(property(body, 'Data'), 'fields');
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, String(message)]));
}

function stringProperty(value: unknown, name: string): string {
  const text = property(value, name);
  return typeof text === 'string' ? text : '';
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
