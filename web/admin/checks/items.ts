import type { FieldInfo } from '../../../contract/fields.ts';
import { rowTitle } from '../../../contract/row-title.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import { viewAt } from '../records/record-view.ts';

/** A row of the page's content. */
export interface Item {
  path: RecordPath;
  id: number;
  /** Noun and title: `plan “Ketch”`. */
  name: string;
  fields: readonly { name: string; info: FieldInfo; value: unknown }[];
}

/** Every row of the content with the fields of its form, in the order of the page. */
export function itemsOf({ images: _images, ...content }: PageContent): Item[] {
  return Object.entries(content).flatMap(([section, value]) =>
    value && 'id' in value ? rowItems(section, 'heading', value) : listItems(section, value ?? {}),
  );
}

function listItems(section: string, lists: object): Item[] {
  return Object.entries(lists).flatMap(([key, rows]) =>
    Array.isArray(rows) ? rows.flatMap((row: object) => rowItems(section, key, row)) : [],
  );
}

/** A row and the rows below it. */
function rowItems(section: string, key: string, row: object): Item[] {
  const view = viewAt(`${section}.${key}`);
  if (!view?.path || !('id' in row)) return [];
  const values = new Map<string, unknown>(Object.entries(row));
  const title = rowTitle(row);
  const item: Item = {
    path: view.path,
    id: Number(row.id),
    name: title === '' ? view.noun : `${view.noun} “${title}”`,
    fields: view.fields.map(({ name, info }) => ({ name, info, value: values.get(name) })),
  };
  return [item, ...listItems(section, row)];
}
