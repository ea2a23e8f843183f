import type { FastifyRequest } from 'fastify';
import { type ImageSlot, imageSlots, isImageTooLarge, maxImageBytes } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import type { Config } from '../../core/config/config.ts';
import { invalid, Refusal } from '../../core/errors.ts';
import type { UploadedFile } from '../../core/images/store.ts';
import { faultOf } from '../../db/faults.ts';
import { type SpooledFile, spool } from '../http/spool.ts';

/** An uploaded picture and its slot. The caller closes the file. */
export interface Upload {
  slot: ImageSlot;
  file: SpooledFile & UploadedFile;
}

/** Limits of the multipart parser: one byte above the maximum file size shows that a file is too large. */
export const uploadLimits = { files: 1, fileSize: maxImageBytes + 1, fields: 4, fieldSize: 100, parts: 5 } as const;

/** Room for the form's own lines around the file, in bytes. */
const formOverhead = 10_000;

/** Reads the multipart fields `slot` and one file; throws 400 when one is missing or the file is too large. */
export async function readUpload(config: Config, request: FastifyRequest): Promise<Upload> {
  // Reject by Content-Length before reading the body.
  if (Number(request.headers['content-length'] ?? 0) > maxImageBytes + formOverhead) throw tooLarge();
  const { slotName, file } = await readParts(config, request);
  try {
    const slot = Object.values(imageSlots).find(({ name }) => name === slotName);
    if (!slot) throw invalid({ slot: 'Slot must be one of the picture slots' });
    if (!file) throw invalid({ image: 'Please choose a picture' });
    if (isImageTooLarge(file.size)) throw tooLarge();
    return { slot, file };
  } catch (error) {
    await file?.close();
    throw error;
  }
}

async function readParts(config: Config, request: FastifyRequest) {
  const found: { slotName?: unknown; file?: Upload['file'] } = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const spooled = await spool(config, part.file, uploadLimits.fileSize, tooLarge);
        found.file = Object.assign(spooled, { name: part.filename });
      } else if (part.fieldname === 'slot') found.slotName = part.value;
    }
    return found;
  } catch (error) {
    await found.file?.close();
    throw isBrokenBody(error) ? incomplete() : error;
  }
}

/** The parser's errors carry a status, except for interrupted and malformed bodies; refusals and errors of the disk have a kind or a code. */
function isBrokenBody(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refusal || 'statusCode' in error) return false;
  return faultOf(error) === null;
}

const tooLarge = () => invalid({ image: messages.imageTooLarge });
const incomplete = () => invalid({ image: 'The upload is incomplete. Please try again.' });
