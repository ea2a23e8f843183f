/** Browsers and programs by their mark in a User-Agent header. A browser's header also names those that it resembles: the first match counts. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/python/i, 'a Python program'],
  [/^node\b|undici/i, 'a Node program'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A User-Agent header in words, such as “Firefox on Windows”, without versions. */
export function deviceOf(userAgent: string): string {
  const find = (list: typeof programs) => list.find(([mark]) => mark.test(userAgent))?.[1];
  const program = find(programs) ?? 'A program';
  const system = find(systems);
  const words = system === undefined ? program : `${program} on ${system}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
