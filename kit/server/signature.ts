import { createHash, timingSafeEqual } from 'node:crypto';
import { DEFAULT_ZONE, parseWireTime } from '#kit/model/time.ts';

/**
 * The secret that every stock client ships (contract §2.3). It is public: a signature shows that a
 * client speaks the wire, never who speaks.
 */
const PUBLIC_SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a';
const LIFE_MS = 5 * 60_000;

export const WRONG_SIGNATURE = 'Sign签名校验失败！';
export const OLD_SIGNATURE = '签名验证失败:X-TIMESTAMP已过期';

/** What is signed of a request: its address, and the body of one that writes. */
interface SignedRequest {
  /** Path and raw query. */
  url: string;
  body?: Readonly<Record<string, unknown>>;
}

/** Upper-case MD5 over the sorted parameters as texts and the public secret. */
export function signatureOf({ url, body = {} }: SignedRequest): string {
  const [path = '', search = ''] = url.split('?');
  const signed = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) if (name !== '_t') signed.set(name, value);
  for (const [name, value] of Object.entries(body))
    signed.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const last = decoded(path.split('/').at(-1) ?? '');
  if (last.includes(',')) signed.set('x-path-variable', last);
  const sorted = [...signed].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(sorted)) + PUBLIC_SECRET;
  return createHash('md5').update(text).digest('hex').toUpperCase();
}

/**
 * Judges a signature that a client sent; one that is missing is no fault, because the token decides.
 * @param timestamp milliseconds, or `yyyyMMddHHmmss` of old clients
 * @returns what is wrong in the words of the wire, or null
 */
export function signatureFault(
  request: SignedRequest,
  { sign, timestamp, now }: { sign: string; timestamp: string; now: number },
): string | null {
  const at = instantOf(timestamp);
  if (at === null || Math.abs(now - at) > LIFE_MS) return OLD_SIGNATURE;
  const [given, requested] = [Buffer.from(sign), Buffer.from(signatureOf(request))];
  const isRight = given.length === requested.length && timingSafeEqual(given, requested);
  return isRight ? null : WRONG_SIGNATURE;
}

function instantOf(timestamp: string): number | null {
  if (/^\d{13}$/.test(timestamp)) return Number(timestamp);
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp) ?? [];
  if (!year) return null;
  const text = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  return parseWireTime(text, DEFAULT_ZONE)?.getTime() ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
