import { client } from '../api/client.ts';

type Sections = typeof client;

/** Path and procedures of a record of the page's content, for its declaration. */
export function contentRecord<Section extends keyof Sections & string, Key extends keyof Sections[Section] & string>(
  section: Section,
  key: Key,
) {
  return { path: `${section}.${key}` as const, api: client[section][key] };
}
