import { TRPCClientError } from '@trpc/client';
import { messages } from '../../../contract/messages.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** A rejected or failed call outside tRPC. */
export class HttpFailure extends Error {
  /** Status of the response; 0 without a response. */
  readonly httpStatus: number;
  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** A failed call in the form that screens use. */
export interface Failure {
  /** Status of the response; 0 without a response, -1 for an error in the browser's own code. */
  httpStatus: number;
  message: string;
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>;
  /** The stored row after a 409 conflict. */
  current: unknown;
  /** True if the user must set up a second factor first. */
  needsSecondFactor?: boolean;
}

/** Converts any error thrown by a call. */
export function describeFailure(error: unknown): Failure {
  const none = { fields: {}, current: undefined };
  if (error instanceof HttpFailure) return { httpStatus: error.httpStatus, message: error.message, ...none };
  if (!isTrpcError(error)) return { httpStatus: -1, message: messages.technicalIssue, ...none };
  if (!error.data) return { httpStatus: 0, message: messages.checkConnection, ...none };
  const { httpStatus, fields = {}, current, needsSecondFactor = false } = error.data;
  return { httpStatus, message: error.message || messages.technicalIssue, fields, current, needsSecondFactor };
}

function isTrpcError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
