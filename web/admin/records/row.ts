import type { Row } from './level.ts';

/** True for something the server sent that is a stored row. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value;
}
