import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { imageHash } from '../../contract/image-hash.ts';
import { type ImageFormat, imageFormats, imageWidths } from '../../contract/images.ts';
import { actorOf } from '../../core/audit/entries.ts';
import { forbidden, notFound, unauthorized } from '../../core/errors.ts';
import { storeImage } from '../../core/images/store.ts';
import { findVariant } from '../../core/images/variants.ts';
import { sessionOf } from '../accounts/request-session.ts';
import { withAuditEntry } from '../audit/with-audit-entry.ts';
import type { Dependencies } from '../dependencies.ts';
import { success } from '../rest/envelope.ts';
import { readUpload, uploadLimits } from './upload.ts';

/** Pictures for visitors, and their upload by an Admin. */
export function registerImages(app: FastifyInstance, deps: Dependencies): void {
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const wanted = parseName(request.params.name);
    const bytes = wanted && (await findVariant(deps.db, imageHash(wanted.hash), wanted.width, wanted.format));
    if (!wanted || !bytes) throw notFound('This picture');
    const etag = `"${request.params.name}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff')
      .type(`image/${wanted.format}`);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(bytes);
  });

  app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false });
    scope.post('/api/images', async (request) => {
      const session = await sessionOf(deps, request);
      if (!session) throw unauthorized();
      if (session.role !== 'Admin') throw forbidden();
      const actor = actorOf(session, { ip: request.ip, requestId: request.id });
      return withAuditEntry(deps, actor, 'images.upload', async (recordChange) => {
        const { slot, bytes } = await readUpload(request);
        const stored = await storeImage(deps, bytes, slot, 'image');
        recordChange({
          record: 'Picture',
          id: stored.hash,
          after: { slot: slot.name, size: `${stored.width} × ${stored.height}` },
        });
        return success(stored);
      });
    });
  });
}

interface Wanted {
  hash: string;
  /** In px, one of `imageWidths`. */
  width: number;
  format: ImageFormat;
}

/** Reads `<hash>-<width>.<format>`; each picture has exactly one address at each size. */
function parseName(name: string): Wanted | null {
  const [, hash, digits, extension] = /^([0-9a-f]{32})-([1-9]\d{1,3})\.([a-z]+)$/.exec(name) ?? [];
  const width = Number(digits);
  const format = imageFormats.find((known) => known === extension);
  return hash !== undefined && format && imageWidths.includes(width) ? { hash, width, format } : null;
}
