import { TRPCClientError } from '@trpc/client';
import { messages } from '../../../contract/messages.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** A refused or failed call outside tRPC. */
export class HttpFailure extends Error {
  /** 0 when no answer came. */
  readonly httpStatus: number;
  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** A failed call as the screens use it. */
export interface Failure {
  /** 0 when no answer came. */
  httpStatus: number;
  message: string;
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>;
  /** With 409: the row as it is now. */
  current: unknown;
}

/** Describes anything thrown by a call. */
export function describeFailure(error: unknown): Failure {
  const none = { fields: {}, current: undefined };
  if (error instanceof HttpFailure) return { httpStatus: error.httpStatus, message: error.message, ...none };
  if (!isTrpcError(error)) return { httpStatus: -1, message: messages.technicalIssue, ...none };
  if (!error.data) return { httpStatus: 0, message: messages.checkConnection, ...none };
  const { httpStatus, fields = {}, current } = error.data;
  return { httpStatus, message: error.message || messages.technicalIssue, fields, current };
}

function isTrpcError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
