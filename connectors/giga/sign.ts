import { createHmac, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NONCE_LENGTH = 10;

export const newNonce = (): string =>
  Array.from({ length: NONCE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** What a signature is made of; `path` is the vendor's own, from its first slash, without host and query. */
export interface Signed {
  clientId: string;
  clientSecret: string;
  path: string;
  /** Milliseconds. */
  timestamp: number;
  nonce: string;
}

/**
 * The signature of a call: HMAC-SHA256 keyed by id, secret and nonce, as small hex digits, and of that text (not of
 * its bytes) the base64.
 */
export function signatureOf({ clientId, clientSecret, path, timestamp, nonce }: Signed): string {
  const hex = createHmac('sha256', `${clientId}&${clientSecret}&${nonce}`)
    .update(`${clientId}&${path}&${timestamp}&${nonce}`)
    .digest('hex');
  return Buffer.from(hex, 'utf8').toString('base64');
}
