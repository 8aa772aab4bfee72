/**
 * blocked: refused by the rules of this client · dns, connect: no connection came about ·
 * timeout, reset: the line went silent or broke · tooLarge: the answer went over its cap.
 */
export type OutboundErrorCode = 'blocked' | 'dns' | 'connect' | 'timeout' | 'reset' | 'tooLarge';

/** Why a call has no answer. `sent` tells whether the other side may have seen the request. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;
  readonly sent: boolean;

  constructor(code: OutboundErrorCode, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
    this.sent = sent;
  }
}
