import { Secret, TOTP } from 'otpauth';

/** Codes as every authenticator app makes them (RFC 6238): SHA-1, six digits, half a minute. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A clock may be half a minute off, either way. */
const WINDOW = 1;
const KEY_BYTES = 20;

/** @returns a fresh key in base 32, as people type it */
export const newKey = (): string => new Secret({ size: KEY_BYTES }).base32;

/** What the QR code says to an authenticator app. */
export const keyAddress = (key: string, issuer: string, username: string): string =>
  new TOTP({ ...SHAPE, issuer, label: username, secret: Secret.fromBase32(key) }).toString();

/** @returns the time step a code belongs to, or null when it is none of around now */
export function stepOf(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const secret = Secret.fromBase32(key);
  const delta = TOTP.validate({ ...SHAPE, token: code, secret, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
}
