import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { messages } from '../contract/messages.ts';
import { QueueUnavailable } from '../workers/queue/queue.ts';

/** Response statuses of the specification (section 4). */
export const responseStatus = {
  success: 0,
  fail: 1,
  exception: 2,
  validationError: 3,
  redirect: 4,
  unauthorized: 5,
} as const;

/** Messages by field name, the first problem of each. */
export type FieldMessages = Record<string, string>;

class Refusal extends Error {
  readonly fields: FieldMessages | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  constructor(details: { fields?: FieldMessages; current?: unknown; retryAfter?: number }) {
    super('refused');
    this.fields = details.fields;
    this.current = details.current;
    this.retryAfter = details.retryAfter;
  }
}

/** Bad input: 400 with a message for each failing field. */
export function invalid(fields: FieldMessages): TRPCError {
  return new TRPCError({
    code: 'BAD_REQUEST',
    message: Object.values(fields).join('. '),
    cause: new Refusal({ fields }),
  });
}

/** 404. */
export function notFound(what: string): TRPCError {
  return new TRPCError({ code: 'NOT_FOUND', message: `${what} does not exist or was deleted.` });
}

/** 409, with the record as it is now so that the caller can show what changed. */
export function conflict(message: string, current?: unknown): TRPCError {
  return new TRPCError({ code: 'CONFLICT', message, cause: new Refusal({ current }) });
}

/** 429; `retryAfter` in seconds. */
export function tooMany(message: string, retryAfter: number): TRPCError {
  return new TRPCError({ code: 'TOO_MANY_REQUESTS', message, cause: new Refusal({ retryAfter }) });
}

/** 401. */
export function unauthorized(message = 'Please sign in.'): TRPCError {
  return new TRPCError({ code: 'UNAUTHORIZED', message });
}

/** 403. */
export function forbidden(message = 'You are not allowed to do this.'): TRPCError {
  return new TRPCError({ code: 'FORBIDDEN', message });
}

/** An error as the wire sees it; tRPC and REST answer from the same description. */
export interface Failure {
  httpStatus: number;
  status: number;
  message: string;
  fields?: FieldMessages;
  current?: unknown;
  retryAfter?: number;
}

/** Only where somebody asks for background work itself; nothing that was stored is lost. */
const queueUnavailable: Failure = {
  httpStatus: 503,
  status: responseStatus.exception,
  message: 'Background work cannot be started at the moment. Please try again in a minute.',
  retryAfter: 60,
};

/** Describes any thrown error; what is not known becomes the specification's generic text, never an internal message. */
export function describeError(error: unknown): Failure {
  if (error instanceof QueueUnavailable || (error instanceof TRPCError && error.cause instanceof QueueUnavailable))
    return queueUnavailable;
  if (error instanceof TRPCError) return describeTrpc(error);
  const httpStatus = statusCode(error);
  if (httpStatus === 413) return { httpStatus, status: responseStatus.fail, message: 'The request is too large.' };
  if (httpStatus === 415)
    return { httpStatus, status: responseStatus.fail, message: 'This content type is not accepted.' };
  if (httpStatus >= 400 && httpStatus < 500)
    return { httpStatus, status: responseStatus.validationError, message: 'The request could not be read.' };
  return { httpStatus: 500, status: responseStatus.exception, message: messages.technicalIssue };
}

function describeTrpc(error: TRPCError): Failure {
  const httpStatus = getHTTPStatusCodeFromError(error);
  if (httpStatus >= 500) return { httpStatus, status: responseStatus.exception, message: messages.technicalIssue };
  if (error.cause instanceof z.core.$ZodError) {
    const fields = fieldsOf(error.cause);
    return { httpStatus, status: responseStatus.validationError, message: Object.values(fields).join('. '), fields };
  }
  if (error.cause instanceof Refusal) {
    const { fields, current, retryAfter } = error.cause;
    return { httpStatus, status: statusOf(httpStatus), message: error.message, fields, current, retryAfter };
  }
  const known =
    error.code !== 'BAD_REQUEST' && error.code !== 'PARSE_ERROR' ? error.message : 'The request could not be read.';
  return { httpStatus, status: statusOf(httpStatus), message: known };
}

function statusOf(httpStatus: number): number {
  if (httpStatus === 400) return responseStatus.validationError;
  if (httpStatus === 401) return responseStatus.unauthorized;
  return responseStatus.fail;
}

function statusCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/** First message of each field; a record's fields are named without the `values` wrapper. */
function fieldsOf(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    const path = issue.path[0] === 'values' && issue.path.length > 1 ? issue.path.slice(1) : issue.path;
    fields[path.join('.') || 'request'] ??= issue.message;
  }
  return fields;
}
