/** Longest suggestion, below the limit of an address. */
const maxLength = 40;

/** The address that a group's name suggests; empty if the name has no letters or digits of the Latin alphabet. */
export function suggestedSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
}
