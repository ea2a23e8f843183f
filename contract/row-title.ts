/** Fields that name a row, in the order in which they are read together. */
const titleFields = ['title', 'name', 'firstName', 'lastName'];
/** Fields that describe a row without a name. */
const otherFields = ['label', 'text', 'site', 'link'];

/** The name of a row among others of its record; empty if it has none. */
export function rowTitle(values: Readonly<Record<string, unknown>>): string {
  const textsOf = (fields: readonly string[]) =>
    fields.map((field) => values[field]).filter((value) => typeof value === 'string' && value !== '');
  return textsOf(titleFields).join(' ') || String(textsOf(otherFields)[0] ?? '');
}
