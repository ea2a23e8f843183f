/** Messages by field name, the first problem of each. */
export type FieldMessages = Record<string, string>;

/** Why an operation was refused; server/http/errors.ts gives each kind its HTTP status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'wrongType'
  | 'unavailable';

interface RefusalDetails {
  /** Messages of the failing fields. */
  fields?: FieldMessages;
  /** The current record, so that the caller can show the differences. */
  current?: unknown;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** True if the operation works after a new proof of identity. */
  needsProof?: true;
  /** True if the caller must set up a second factor first. */
  needsSecondFactor?: true;
}

/** A refused operation, with a reason that the caller can show and act on. Nothing was changed. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly fields: FieldMessages | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  readonly needsProof: true | undefined;
  readonly needsSecondFactor: true | undefined;

  constructor(kind: RefusalKind, message: string, details: RefusalDetails = {}) {
    super(message);
    this.kind = kind;
    this.fields = details.fields;
    this.current = details.current;
    this.retryAfter = details.retryAfter;
    this.needsProof = details.needsProof;
    this.needsSecondFactor = details.needsSecondFactor;
  }
}

/** Bad input, with a message for each failing field. */
export function invalid(fields: FieldMessages): Refusal {
  return new Refusal('invalid', Object.values(fields).join('. '), { fields });
}

/** A record that does not exist; `what` begins the sentence. */
export function notFound(what: string): Refusal {
  return new Refusal('notFound', `${what} does not exist or was deleted.`);
}

/** A change based on an outdated record; `current` is the record now. */
export function conflict(message: string, current?: unknown): Refusal {
  return new Refusal('conflict', message, { current });
}

/** Too many requests; `retryAfter` in seconds. */
export function tooMany(message: string, retryAfter: number): Refusal {
  return new Refusal('tooMany', message, { retryAfter });
}

/** Another service that the operation needs does not answer; `retryAfter` in seconds. */
export function unavailable(message: string, retryAfter: number): Refusal {
  return new Refusal('unavailable', message, { retryAfter });
}

/** The request is not signed in. */
export function unauthorized(message = 'Please sign in.'): Refusal {
  return new Refusal('unauthorized', message);
}

/** The operation changes credentials, users or tokens, and the caller's last proof of identity is too old. */
export function needsProof(): Refusal {
  return new Refusal('forbidden', 'Confirm that it is you, then try again.', { needsProof: true });
}

/** The user's role needs a second factor that the user does not have. */
export function needsSecondFactor(): Refusal {
  const message = 'Your role needs a second factor. Set one up in your account first.';
  return new Refusal('forbidden', message, { needsSecondFactor: true });
}

/** The signed-in user lacks the permission. */
export function forbidden(message = 'You are not allowed to do this.'): Refusal {
  return new Refusal('forbidden', message);
}
