import { viewAt } from '../records/record-view.ts';
import type { ItemKey } from './session/types.ts';

/** Address of the page editor with an item selected, and the field to begin with. */
export function itemAddress({ path, id }: { path: string; id: number }, field?: string): string {
  const query = new URLSearchParams({ item: `${path}:${id}`, ...(field !== undefined && { field }) });
  return `#/admin/page?${query}`;
}

/** The item that an address names as `pricing.plans:3`; null for other texts. */
export function itemOf(text: string): ItemKey | null {
  const [, place = '', id = ''] = /^([a-zA-Z]+\.[a-zA-Z]+):(\d{1,15})$/.exec(text) ?? [];
  const path = viewAt(place)?.path;
  return path ? { path, id: Number(id) } : null;
}
