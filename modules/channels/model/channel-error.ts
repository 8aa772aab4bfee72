/**
 * Everything a call may fail with. `retryAfterMs` is kept by the caller; `unknown` says the
 * effect may have happened and only `confirm…` can tell; `denied` that this application may not do
 * this one thing, whatever else it may.
 */
export type ChannelErrorKind =
  | 'auth'
  | 'denied'
  | 'validation'
  | 'rate'
  | 'transient'
  | 'unknown'
  | 'gone'
  | 'unreadable';

export class ChannelError extends Error {
  readonly kind: ChannelErrorKind;
  readonly retryAfterMs: number | undefined;
  /** Step or operation that failed, for people. */
  readonly operation: string;

  constructor(kind: ChannelErrorKind, operation: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ChannelError';
    this.kind = kind;
    this.operation = operation;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Nothing was sent: this one thing has to wait (the marketplace takes it once a minute, or the order is not
 * paid there yet). The shop's other calls go on, and no failure is counted.
 */
export class NotYet extends ChannelError {
  constructor(operation: string, message: string, waitMs: number) {
    super('rate', operation, message, waitMs);
    this.name = 'NotYet';
  }
}
