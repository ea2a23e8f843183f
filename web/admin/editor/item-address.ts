import type { ItemKey } from './session/types.ts';

/** Address of the page editor with an item selected, and the field to begin with. */
export function itemAddress({ path, id }: ItemKey, field?: string): string {
  const query = new URLSearchParams({ item: `${path}:${id}`, ...(field !== undefined && { field }) });
  return `#/admin/page?${query}`;
}
