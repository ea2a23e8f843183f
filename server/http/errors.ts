import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { type FieldMessages, Refusal, type RefusalKind } from '../../core/errors.ts';
import { QueueUnavailable } from '../../core/queue/queue.ts';

/** Response statuses of the specification (section 4). */
export const responseStatus = {
  success: 0,
  fail: 1,
  exception: 2,
  validationError: 3,
  redirect: 4,
  unauthorized: 5,
} as const;

/** HTTP status, tRPC code and REST Status of each kind of refusal (design, section 5). */
const wire = {
  invalid: { httpStatus: 400, code: 'BAD_REQUEST', status: responseStatus.validationError },
  unauthorized: { httpStatus: 401, code: 'UNAUTHORIZED', status: responseStatus.unauthorized },
  forbidden: { httpStatus: 403, code: 'FORBIDDEN', status: responseStatus.fail },
  notFound: { httpStatus: 404, code: 'NOT_FOUND', status: responseStatus.fail },
  conflict: { httpStatus: 409, code: 'CONFLICT', status: responseStatus.fail },
  wrongType: { httpStatus: 415, code: 'UNSUPPORTED_MEDIA_TYPE', status: responseStatus.fail },
  tooMany: { httpStatus: 429, code: 'TOO_MANY_REQUESTS', status: responseStatus.fail },
  unavailable: { httpStatus: 503, code: 'SERVICE_UNAVAILABLE', status: responseStatus.fail },
} as const satisfies Record<RefusalKind, { httpStatus: number; code: TRPCError['code']; status: number }>;

/** An error as tRPC and REST send it. */
export interface Failure {
  httpStatus: number;
  status: number;
  message: string;
  fields?: FieldMessages | undefined;
  current?: unknown;
  retryAfter?: number | undefined;
  needsProof?: true | undefined;
  needsSecondFactor?: true | undefined;
}

/** The queue accepts no background work; stored records are kept. */
const queueUnavailable: Failure = {
  httpStatus: 503,
  status: responseStatus.exception,
  message: 'Background work cannot be started at the moment. Please try again in a minute.',
  retryAfter: 60,
};

/** Converts a refusal, or the error that tRPC made of one, to the tRPC error of its kind. */
export function toTrpcError(error: unknown): TRPCError {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof Refusal) return new TRPCError({ code: wire[cause.kind].code, message: cause.message, cause });
  return getTRPCErrorFromUnknown(error);
}

/** Describes any thrown error; an unknown one becomes the specification's generic text, never an internal message. */
export function describeError(error: unknown): Failure {
  if (error instanceof Refusal) return describeRefusal(error);
  if (error instanceof QueueUnavailable) return queueUnavailable;
  if (error instanceof TRPCError) return describeTrpc(error);
  const httpStatus = statusCode(error);
  if (httpStatus === 413) return { httpStatus, status: responseStatus.fail, message: 'The request is too large.' };
  if (httpStatus === 415)
    return { httpStatus, status: responseStatus.fail, message: 'This content type is not accepted.' };
  if (httpStatus >= 400 && httpStatus < 500)
    return { httpStatus, status: responseStatus.validationError, message: 'The request could not be read.' };
  return { httpStatus: 500, status: responseStatus.exception, message: messages.technicalIssue };
}

/** Outcome of an action that threw: a refusal changed nothing, another error may have. */
export function outcomeOf(error: unknown): 'refused' | 'failed' {
  return describeError(error).httpStatus < 500 ? 'refused' : 'failed';
}

function describeRefusal({ kind, message, ...details }: Refusal): Failure {
  const { fields, current, retryAfter, needsProof, needsSecondFactor } = details;
  const { httpStatus, status } = wire[kind];
  return { httpStatus, status, message, fields, current, retryAfter, needsProof, needsSecondFactor };
}

function describeTrpc(error: TRPCError): Failure {
  const { cause } = error;
  if (cause instanceof Refusal || cause instanceof QueueUnavailable) return describeError(cause);
  const httpStatus = getHTTPStatusCodeFromError(error);
  if (httpStatus >= 500) return { httpStatus, status: responseStatus.exception, message: messages.technicalIssue };
  if (cause instanceof z.core.$ZodError) {
    const fields = fieldMessages(cause);
    return { httpStatus, status: responseStatus.validationError, message: Object.values(fields).join('. '), fields };
  }
  const isUnreadable = error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR';
  return {
    httpStatus,
    status: httpStatus === 400 ? responseStatus.validationError : responseStatus.fail,
    message: isUnreadable ? 'The request could not be read.' : error.message,
  };
}

function statusCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/** First message of each field; a record's fields are named without the `values` wrapper. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    const path = issue.path[0] === 'values' && issue.path.length > 1 ? issue.path.slice(1) : issue.path;
    fields[path.join('.') || 'request'] ??= issue.message;
  }
  return fields;
}
