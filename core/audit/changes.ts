import type { AuditChange } from '../../contract/audit.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What was done to which record; `before` is left out when it was made, `after` when it was deleted. */
export interface RecordChange {
  /** What people call the record. */
  record: string;
  id?: number | string | null | undefined;
  before?: Fields | null | undefined;
  after?: Fields | null;
}

/** Longest value that is kept, in characters. */
const longestValue = 200;
/** Most fields of one entry. */
const mostFields = 60;

// A health code is a capability: whoever has it reports for the server.
const secret = /password|token|secret|healthcode/i;
/** What the product keeps by itself, and no person fills in. */
const kept = new Set(['id', 'version', 'position', 'createdAt']);

/** Fields whose value differs, with old and new value cut to a length; of a secret only its name. */
export function changesOf({ before, after }: RecordChange): AuditChange[] {
  const changes: AuditChange[] = [];
  // A save touches the fields it brings; a deletion takes them all.
  for (const [field, value] of Object.entries(after ?? before ?? {})) {
    if (kept.has(field) || value === undefined) continue;
    const [from, to] = [textOf(before?.[field]), textOf(after?.[field])];
    if (from === to) continue;
    if (secret.test(field)) changes.push({ field });
    else changes.push({ field, ...(from !== '' && { from: cut(from) }), ...(to !== '' && { to: cut(to) }) });
  }
  return changes.slice(0, mostFields);
}

/**
 * Changes as the request itself tells them, for procedures that say nothing of their own: numbers and Yes or No with
 * their value, anything else by name alone, since a text may be a secret.
 */
export function changesIn(input: unknown): AuditChange[] {
  if (typeof input !== 'object' || input === null) return [];
  const changes: AuditChange[] = [];
  for (const [field, value] of Object.entries(input)) {
    if (field === 'id' || value == null || !/^\w{1,40}$/.test(field)) continue;
    const isPlain = !secret.test(field) && [value].flat().every((part) => ['number', 'boolean'].includes(typeof part));
    changes.push(isPlain ? { field, to: cut(textOf(value)) } : { field });
  }
  return changes.slice(0, mostFields);
}

/** A value as people read it; nothing for null. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cut(text: string): string {
  // The cut may fall between the halves of a character, which Postgres does not store.
  return text.length > longestValue ? `${text.slice(0, longestValue - 1).toWellFormed()}…` : text;
}
