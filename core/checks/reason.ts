import { CheckFailure, type CheckSecrets } from './result.ts';

/** Longest stored reason, in characters. */
const maxReasonLength = 300;

const reasons = new Map<string, string>([
  ['ECONNREFUSED', 'The server refused the connection.'],
  ['ECONNRESET', 'The server closed the connection before its answer was complete.'],
  ['EPIPE', 'The server closed the connection before its answer was complete.'],
  ['ETIMEDOUT', 'No connection to the server could be made in time.'],
  ['ENETUNREACH', 'There is no route to the server.'],
  ['EHOSTUNREACH', 'There is no route to the server.'],
  ['EADDRNOTAVAIL', 'There is no route to the server.'],
  ['ENOTFOUND', 'The name does not exist.'],
  ['ENODATA', 'The name has no such record.'],
  ['ESERVFAIL', 'The DNS server could not answer.'],
  ['EREFUSED', 'The DNS server refused the question.'],
  ['ETIMEOUT', 'The DNS server did not answer in time.'],
  ['EBADNAME', 'The name is not a valid one.'],
  ['CERT_HAS_EXPIRED', 'The certificate, or one of its chain, has expired.'],
  ['CERT_NOT_YET_VALID', 'The certificate is not valid yet.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed.'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'The authority of the certificate is not known.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The chain of the certificate is incomplete, or its authority is not known.'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'The chain of the certificate is incomplete, or its authority is not known.'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The chain of the certificate is incomplete, or its authority is not known.'],
  ['CERT_REVOKED', 'The certificate is revoked.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another name.'],
  ['HPE_HEADER_OVERFLOW', 'The headers of the answer are too long.'],
]);

/** Why an attempt failed, as a sentence. Texts of the server may repeat a secret: secrets are masked. */
export function reasonOf(error: unknown, { headers, body }: CheckSecrets): string {
  const secrets = [...headers.map(({ value }) => value), ...(body === null ? [] : [body])];
  // The token of `Bearer token` alone is secret too.
  const parts = secrets.flatMap((secret) => [secret, ...secret.split(/[\s,;:="]+/)]).filter((part) => part.length >= 6);
  const masked = parts
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, part) => text.replaceAll(part, () => '***'), sentence(error));
  return [...masked].slice(0, maxReasonLength).join('');
}

function sentence(error: unknown): string {
  if (error instanceof CheckFailure) return error.message;
  const code = codeOf(error);
  const known = reasons.get(code);
  if (known !== undefined) return known;
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR') return 'The answer is not valid HTTP.';
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'The TLS handshake failed.';
  return code === '' ? 'The attempt failed.' : `The attempt failed (${code}).`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
