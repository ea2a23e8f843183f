import { apiTokenPattern } from '../../contract/api-tokens.ts';
import type { AuditChange } from '../../contract/audit.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A change of a record; without `before` it was created, without `after` deleted. */
export interface AuditedChange {
  /** The record's name for people. */
  record: string;
  id?: number | string | null | undefined;
  before?: Fields | null | undefined;
  after?: Fields | null;
}

/** Stored length of a value, in characters. */
const maxValueLength = 200;
/** Fields stored in one entry. */
const maxFields = 60;

// A health code is a capability: its holder can send the server's pings.
const secretField = /password|token|secret|healthcode/i;
/** Fields that the product maintains itself. */
const internalFields = new Set(['id', 'version', 'position', 'createdAt']);

/** Fields with different values, old and new value truncated; of a secret only the name. */
export function changesOf({ before, after }: AuditedChange): AuditChange[] {
  const changes: AuditChange[] = [];
  // A save compares the fields it sends; a deletion lists all fields.
  for (const [field, value] of Object.entries(after ?? before ?? {})) {
    if (internalFields.has(field) || value === undefined) continue;
    const [from, to] = [textOf(before?.[field]), textOf(after?.[field])];
    if (from === to) continue;
    if (secretField.test(field)) changes.push({ field });
    else changes.push({ field, ...(from !== '' && { from: truncate(from) }), ...(to !== '' && { to: truncate(to) }) });
  }
  return changes.slice(0, maxFields);
}

/**
 * Changes derived from the request, for procedures that record none themselves: numbers and booleans with their value,
 * other fields by name only, because a text may be a secret.
 */
export function changesIn(input: unknown): AuditChange[] {
  if (typeof input !== 'object' || input === null) return [];
  const changes: AuditChange[] = [];
  for (const [field, value] of Object.entries(input)) {
    if (field === 'id' || value == null || !/^\w{1,40}$/.test(field)) continue;
    const isPlain =
      !secretField.test(field) && [value].flat().every((part) => ['number', 'boolean'].includes(typeof part));
    changes.push(isPlain ? { field, to: truncate(textOf(value)) } : { field });
  }
  return changes.slice(0, maxFields);
}

/** A value as readable text; empty for null. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function truncate(value: string): string {
  const text = value.replace(apiTokenPattern, 'vt_…');
  // The cut may split a surrogate pair, which Postgres cannot store.
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1).toWellFormed()}…` : text;
}
