import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { sendTagged, tagged } from '../http/etag.ts';
import type { RenderedPage } from '../landing/landing.ts';

/** A document as ready-to-send bytes. */
export type PreparedDocument = Omit<RenderedPage, 'revision'>;

// A visible state lasts a minute at most: quick compression.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses a document once for all its readers. */
export async function prepareDocument(text: string): Promise<PreparedDocument> {
  const identity = Buffer.from(text);
  const [zipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity, brotli)]);
  return { etag: tagged(identity).etag, identity, gzip: zipped, br };
}

/** Sends a document in the encoding that the caller accepts, or 304. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, type: string, prepared: PreparedDocument) {
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'Accept-Encoding').type(type);
  return sendTagged(request, reply, { etag: prepared.etag, body: prepared[encoding] });
}
