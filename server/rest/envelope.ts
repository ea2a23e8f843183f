import { z } from 'zod';
import { type Failure, responseStatus } from '../http/errors.ts';

/** The envelope of every REST response (specification, section 3: Generic response). */
export interface Envelope {
  Status: number;
  Message: string;
  Data: unknown;
}

/** Envelope of a success. */
export function success(data: unknown, message = ''): Envelope {
  return { Status: responseStatus.success, Message: message, Data: data };
}

/**
 * Envelope of a failure, with the failing fields' messages, with what the caller must do first, or, for an unexpected error,
 * with the request's id.
 */
export function toEnvelope(failure: Failure, requestId?: string): Envelope {
  return { Status: failure.status, Message: failure.message, Data: details(failure, requestId) };
}

function details(failure: Failure, requestId: string | undefined): unknown {
  if (failure.fields) return { fields: failure.fields };
  if (failure.needsProof) return { needsProof: true };
  if (failure.needsSecondFactor) return { needsSecondFactor: true };
  return failure.httpStatus >= 500 && requestId !== undefined ? { requestId } : null;
}

/** Schema of the envelope around `data`, for the OpenAPI document. */
export function envelopeSchema(data: z.ZodType): z.ZodObject {
  return z.object({ Status: z.literal(responseStatus.success), Message: z.string(), Data: data });
}
