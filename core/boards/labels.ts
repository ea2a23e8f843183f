/** The display name of a label: its name, else its colour (dark green for Trello's green_dark). */
export function labelName({ name, colour }: { name: string; colour: string }): string {
  if (name.trim() !== '') return name;
  if (colour === '') return 'Unnamed label';
  const words = colour.split('_').toReversed().join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
