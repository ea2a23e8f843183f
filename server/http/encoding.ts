import negotiate from '@fastify/accept-negotiator';

/** Encodings of compressed answers. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** Choices by Accept-Encoding: browsers send few different values. */
const chosen = new Map<string, Encoding>();
const maxChosen = 100;

/** The encoding for an Accept-Encoding header. */
export function encodingFor(acceptEncoding = ''): Encoding {
  const known = chosen.get(acceptEncoding);
  if (known) return known;
  const encoding = negotiate(acceptEncoding.toLowerCase(), encodings) ?? 'identity';
  if (chosen.size >= maxChosen) chosen.clear();
  chosen.set(acceptEncoding, encoding);
  return encoding;
}
