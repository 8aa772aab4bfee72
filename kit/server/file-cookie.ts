import { setCookie } from './cookies.ts';

const NAME = 'waybill_files';
/** The session decides; this only ends what a browser would carry about for good. */
const MAX_AGE_SECONDS = 7 * 86_400;

/** Where pictures in pages are fetched from, and whether people reach us over TLS. */
export interface FileCookieOptions {
  /** Below the API base; each has a cookie of its own. */
  paths: readonly string[];
  isSecure: boolean;
}

/** The Set-Cookie by which pictures and frames of the console are fetched with this session. */
export const fileCookies = (
  token: string,
  base: string,
  { paths, isSecure }: FileCookieOptions,
): string[] =>
  paths.map((path) =>
    setCookie({
      name: NAME,
      value: token,
      path: base + path,
      maxAgeSeconds: MAX_AGE_SECONDS,
      isSecure,
      isStrict: true,
    }),
  );

export const fileCookieOf = (cookies: ReadonlyMap<string, string>): string | null => {
  const token = cookies.get(NAME) ?? '';
  return token.length > 0 && token.length < 200 ? token : null;
};
