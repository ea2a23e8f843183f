/** A name of the code as people read it: `items.markRead` becomes `Items: mark read`. */
export function words(name: string): string {
  const text = name
    .split('.')
    .map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(': ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
