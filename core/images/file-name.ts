/** Longest name that is kept, in characters. */
const maxLength = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must name these characters
const unwanted = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The name of an uploaded file as it is kept: without folders, control characters and marks of direction, at most 120 characters
 * with its ending. Empty for anything that is not text.
 */
export function keptFileName(sent: unknown): string {
  if (typeof sent !== 'string') return '';
  const name = (sent.slice(-1000).split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(unwanted, '').trim();
  const characters = [...name.normalize('NFC')];
  if (characters.length <= maxLength) return characters.join('');
  const ending = [...(/\.[^.]{1,8}$/.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, maxLength - ending.length), ...ending].join('');
}
