import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { type ImageSlot, imageSlots, isImageTooLarge, maxImageBytes } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { invalid } from '../../core/errors.ts';

/** An uploaded picture and its slot. */
export interface Upload {
  slot: ImageSlot;
  bytes: Buffer;
}

/** Limits of the multipart parser: one byte above the maximum file size shows that a file is too large. */
export const uploadLimits = { files: 1, fileSize: maxImageBytes + 1, fields: 4, fieldSize: 100, parts: 5 } as const;

/** Room for the form's own lines around the file, in bytes. */
const formOverhead = 10_000;

/** Reads the multipart fields `slot` and one file; throws 400 when one is missing or the file is too large. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  // Reject by Content-Length before reading the body.
  if (Number(request.headers['content-length'] ?? 0) > maxImageBytes + formOverhead) throw tooLarge();
  const { slotName, bytes } = await readParts(request).catch((error: unknown) => {
    // The parser's errors carry a status, except for interrupted and malformed bodies.
    throw error instanceof Error && !('statusCode' in error) ? incomplete() : error;
  });
  const slot = Object.values(imageSlots).find(({ name }) => name === slotName);
  if (!slot) throw invalid({ slot: 'Slot must be one of the picture slots' });
  if (!bytes) throw invalid({ image: 'Please choose a picture' });
  if (isImageTooLarge(bytes.length)) throw tooLarge();
  return { slot, bytes };
}

async function readParts(request: FastifyRequest) {
  const found: { slotName?: unknown; bytes?: Buffer } = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') found.bytes = await buffer(part.file);
    else if (part.fieldname === 'slot') found.slotName = part.value;
  }
  return found;
}

const tooLarge = () => invalid({ image: messages.imageTooLarge });
const incomplete = () => invalid({ image: 'The upload is incomplete. Please try again.' });
