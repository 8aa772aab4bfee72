import { setCookie } from './cookies.ts';

const NAME = 'waybill_files';
/** The session decides; this only ends what a browser would carry about for good. */
const MAX_AGE_SECONDS = 7 * 86_400;

/** Where pictures in pages are fetched from, and whether people reach us over TLS. */
export interface FileCookieOptions {
  /** Below the API base. */
  path: string;
  isSecure: boolean;
}

/** The Set-Cookie by which <img> tags of the console may fetch files of this session. */
export const fileCookie = (
  token: string,
  base: string,
  { path, isSecure }: FileCookieOptions,
): string =>
  setCookie({
    name: NAME,
    value: token,
    path: base + path,
    maxAgeSeconds: MAX_AGE_SECONDS,
    isSecure,
    isStrict: true,
  });

export const fileCookieOf = (cookies: ReadonlyMap<string, string>): string | null => {
  const token = cookies.get(NAME) ?? '';
  return token.length > 0 && token.length < 200 ? token : null;
};
