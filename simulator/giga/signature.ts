/** Whether a call was signed by who says so, and now. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The demo buyer. */
export const GIGA_BUYER = { clientId: 'giga-demo-buyer', clientSecret: 'giga-demo-secret' };

const VALID_MS = 20 * 60_000;

interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

const one = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @returns the code by which the supplier refuses the call; null: it is signed */
export function signatureFault(headers: Headers, path: string, now: number): string | null {
  const clientId = one(headers, 'client-id');
  if (clientId !== GIGA_BUYER.clientId) return '401';
  const sign = one(headers, 'sign');
  if (sign === undefined) return '400005';
  const timestamp = one(headers, 'timestamp');
  if (timestamp === undefined) return '400006';
  if (!/^\d{13}$/.test(timestamp)) return '400007';
  if (Math.abs(now - Number(timestamp)) > VALID_MS) return '400008';
  const nonce = one(headers, 'nonce');
  if (nonce === undefined) return '400009';
  if (!/^[A-Za-z0-9]{10}$/.test(nonce)) return '4000010';
  const key = [GIGA_BUYER.clientId, GIGA_BUYER.clientSecret, nonce].join('&');
  const digest = createHmac('sha256', key).update([clientId, path, timestamp, nonce].join('&')).digest('hex');
  const expected = Buffer.from(Buffer.from(digest).toString('base64'));
  const given = Buffer.from(sign);
  return expected.length === given.length && timingSafeEqual(expected, given) ? null : '400004';
}
