import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ImageSlot, imageSlots, isImageTooLarge, maxImageBytes } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { invalid } from '../errors.ts';

/** A picture someone uploads, and where it is to be used. */
export interface Upload {
  slot: ImageSlot;
  bytes: Buffer;
}

/** What of a multipart request is read at most: one file of the largest size and the name of its slot. */
export const uploadLimits = { files: 1, fileSize: maxImageBytes + 1, fields: 4, fieldSize: 100, parts: 5 } as const;

/** Room for the form's own lines around the file, in bytes. */
const formOverhead = 10_000;

/** Reads the multipart fields `slot` and one file; throws 400 when one is missing or the file is too large. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > maxImageBytes + formOverhead) throw tooLarge();
  let slot: ImageSlot | undefined;
  let bytes: Buffer | undefined;
  for await (const part of parts(request)) {
    if (part.type === 'file') bytes = await readFile(part.file);
    else if (part.fieldname === 'slot') slot = slotNamed(part.value);
  }
  if (!slot) throw invalid({ slot: 'Slot must be one of the picture slots' });
  if (!bytes) throw invalid({ image: 'Please choose a picture' });
  return { slot, bytes };
}

/** The request's parts; a body that is broken off or is no form is the sender's mistake, not ours. */
async function* parts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error) && error.name !== 'TRPCError') {
      throw invalid({ image: 'The upload is incomplete. Please try again.' });
    }
    throw error;
  }
}

async function readFile(file: MultipartFile['file']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file satisfies Readable) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (isImageTooLarge(bytes.length)) throw tooLarge();
  return bytes;
}

function slotNamed(name: unknown): ImageSlot | undefined {
  return Object.values(imageSlots).find((slot) => slot.name === name);
}

const tooLarge = () => invalid({ image: messages.imageTooLarge });
