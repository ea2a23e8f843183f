/** Messages by field name, the first problem of each. */
export type FieldMessages = Record<string, string>;

/** Why an operation was refused; server/http/errors.ts gives each kind its HTTP status. */
export type RefusalKind = 'invalid' | 'unauthorized' | 'forbidden' | 'notFound' | 'conflict' | 'tooMany' | 'wrongType';

interface RefusalDetails {
  /** Messages of the failing fields. */
  fields?: FieldMessages;
  /** The record as it is now, so that the caller can show what changed. */
  current?: unknown;
  /** Seconds until the next try makes sense. */
  retryAfter?: number;
}

/** An operation that was refused for a reason the caller can read and act on. Nothing was changed. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly fields: FieldMessages | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;

  constructor(kind: RefusalKind, message: string, details: RefusalDetails = {}) {
    super(message);
    this.kind = kind;
    this.fields = details.fields;
    this.current = details.current;
    this.retryAfter = details.retryAfter;
  }
}

/** Bad input, with a message for each failing field. */
export function invalid(fields: FieldMessages): Refusal {
  return new Refusal('invalid', Object.values(fields).join('. '), { fields });
}

/** A record that does not exist; `what` starts the sentence. */
export function notFound(what: string): Refusal {
  return new Refusal('notFound', `${what} does not exist or was deleted.`);
}

/** A change that another change has overtaken; `current` is the record as it is now. */
export function conflict(message: string, current?: unknown): Refusal {
  return new Refusal('conflict', message, { current });
}

/** Too many requests; `retryAfter` in seconds. */
export function tooMany(message: string, retryAfter: number): Refusal {
  return new Refusal('tooMany', message, { retryAfter });
}

/** Nobody is signed in. */
export function unauthorized(message = 'Please sign in.'): Refusal {
  return new Refusal('unauthorized', message);
}

/** Somebody is signed in who may not do this. */
export function forbidden(message = 'You are not allowed to do this.'): Refusal {
  return new Refusal('forbidden', message);
}
