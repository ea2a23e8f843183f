import { Readable } from 'node:stream';
import { encodeExtended } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file for the browser to save. */
export interface Download {
  /** File name with its extension, in any language. */
  name: string;
  /** Content type. */
  type: string;
  /** Starts the content; not called for HEAD. */
  content: () => Readable | AsyncIterable<string>;
}

/** Sends a file download, which nothing may cache. HEAD gets the headers alone. */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
  reply
    .header('cache-control', 'no-store')
    .header('vary', 'Authorization, Cookie')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', contentDisposition(file.name))
    .type(file.type);
  if (request.method === 'HEAD') return reply.send('');
  const content = file.content();
  return reply.send(content instanceof Readable ? content : Readable.from(content));
}

/** Maximum length of a file name without its extension, in characters. */
const maxNameLength = 150;

/** Content-Disposition for a name that file systems accept (RFC 6266), with an ASCII fallback. */
function contentDisposition(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot);
  const safe = safeName(name.slice(0, name.length - extension.length));
  const fallback = `${asciiName(safe)}${extension}`;
  const full = `${safe}${extension}`;
  return `attachment; filename="${fallback}"${fallback === full ? '' : `; filename*=${encodeExtended(full)}`}`;
}

/** The name without characters that file systems refuse or that would end the header. */
function safeName(name: string): string {
  return name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(/[\s.\ufffd]+$/u, '')
    .trimStart();
}

/** The name in ASCII: letters lose their accents, other characters become underscores. */
function asciiName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replaceAll('%', '_');
}
