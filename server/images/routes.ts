import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { imageHash } from '../../contract/image-hash.ts';
import { type ImageFormat, imageFormats, imageSlots, imageWidths } from '../../contract/images.ts';
import { actorOf } from '../../core/audit/entries.ts';
import { notFound } from '../../core/errors.ts';
import { createDrawRequests } from '../../core/images/enqueue.ts';
import { storeImage } from '../../core/images/store.ts';
import { findSubstitute, findVariant, type VariantName } from '../../core/images/variants.ts';
import { signedIn } from '../accounts/access.ts';
import { withAuditEntry } from '../audit/with-audit-entry.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';
import { sendTagged } from '../http/etag.ts';
import { customRoute } from '../rest/custom-route.ts';
import { envelopeSchema, success } from '../rest/envelope.ts';
import type { RestSection } from '../rest/record-routes.ts';
import { readUpload, uploadLimits } from './upload.ts';
import { createVariantCache } from './variant-cache.ts';

/** Serves pictures to visitors, who never wait for the encoder: a variant that is not drawn yet has a substitute. */
export function registerImages(app: FastifyInstance, deps: Dependencies): void {
  const requestDrawing = createDrawRequests(deps);
  const variants = createVariantCache(deps.now);

  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    const wanted = parseName(name);
    if (!wanted) throw notFound('This picture');
    const known = variants.get(name);
    const bytes = known ?? (await findVariant(deps.db, wanted));
    if (!bytes) return sendSubstitute(request, reply, wanted);
    if (!known) variants.keep(name, bytes);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type(`image/${wanted.format}`);
    return sendTagged(request, reply, { etag: `"${name}"`, body: bytes });
  });

  async function sendSubstitute(request: FastifyRequest, reply: FastifyReply, wanted: VariantName) {
    const substitute = await findSubstitute(deps.db, wanted, acceptedFormats(request, wanted.format));
    if (!substitute) throw notFound('This picture');
    // Not awaited: the queue's store may not answer.
    void requestDrawing(wanted);
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept')
      .header('x-content-type-options', 'nosniff')
      .type(`image/${substitute.format}`);
    return sendTagged(request, reply, { etag: `"${substitute.name}"`, body: substitute.bytes });
  }
}

/** The formats that a browser names, and the one of the address. */
function acceptedFormats(request: FastifyRequest, requested: ImageFormat): ImageFormat[] {
  const accepted = request.headers.accept ?? '';
  return imageFormats.filter((format) => format === requested || accepted.includes(`image/${format}`));
}

/** Upload of a picture as multipart: fields `slot` and one file. */
const upload = customRoute({
  methods: ['POST'],
  path: '/api/images',
  access: ['content:write'],
  summary: 'Stores a picture for a slot and answers its hash and size; the back office uploads with it',
  documents: {
    body: {
      type: 'multipart/form-data',
      schema: z.object({
        slot: z.enum(Object.values(imageSlots).map(({ name }) => name)),
        image: z.unknown().describe('The file'),
      }),
    },
    types: ['application/json'],
    output: envelopeSchema(z.object({ hash: z.string(), width: z.int(), height: z.int() })),
    refusals: { 400: 'The slot or the picture was refused; Data.fields says why' },
  },
  async prepare(scope) {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false });
  },
  handler: (deps) => (request) => {
    const actor = actorOf(signedIn(request), { ip: addressOf(request), requestId: request.id });
    return withAuditEntry(deps, actor, 'images.upload', async (recordChange) => {
      const { slot, file } = await readUpload(deps.config, request);
      const stored = await storeImage(deps, file, slot, 'image').finally(() => file.close());
      recordChange({
        record: 'Picture',
        id: stored.hash,
        after: { slot: slot.name, size: `${stored.width} × ${stored.height}` },
      });
      return success(stored);
    });
  },
});

/** Pictures in the table of documented paths. */
export const imagesRest: RestSection = { title: 'Pictures', records: [], routes: [upload] };

/** Reads `<hash>-<width>.<format>`; each picture has exactly one address per size. */
function parseName(name: string): VariantName | null {
  const [, hash, digits, extension] = /^([0-9a-f]{32})-([1-9]\d{1,3})\.([a-z]+)$/.exec(name) ?? [];
  const width = Number(digits);
  const format = imageFormats.find((known) => known === extension);
  return hash !== undefined && format && imageWidths.includes(width) ? { hash: imageHash(hash), width, format } : null;
}
