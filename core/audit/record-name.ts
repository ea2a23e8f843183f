import { apiTokenPattern } from '../../contract/api-tokens.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { AuditedChange, Fields } from './changes.ts';

/** Stored length of a name, in characters. */
const maxNameLength = 120;

/** Fields that name a row outside the page's content. */
const nameFields = ['friendlyName', 'userName', 'projectName', 'fileName', 'board', 'job', 'published', 'undone'];

/** The name of the changed row as far as the change shows it, the new name of a renamed row; empty if it shows none. */
export function nameIn({ id, before, after }: AuditedChange): string {
  if (id === undefined || id === null) return '';
  const name = (nameAmong(after ?? {}) || nameAmong(before ?? {})).replace(apiTokenPattern, 'vt_…');
  // The cut may split a surrogate pair, which Postgres cannot store.
  return name.slice(0, maxNameLength).toWellFormed();
}

function nameAmong(fields: Fields): string {
  const own = nameFields.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof own === 'string' ? own : rowTitle(fields);
}
