import { setCookie } from './cookies.ts';
import type { HttpOptions } from './http-options.ts';

const NAME = 'waybill_files';
/** The session decides; this only ends what a browser would carry about for good. */
const MAX_AGE_SECONDS = 7 * 86_400;

/** By which pictures and frames of the console are fetched with this session: one for each route that takes it. */
export const fileCookies = (
  token: string,
  { base, routes, isTls: isSecure = false }: Pick<HttpOptions, 'base' | 'routes' | 'isTls'>,
): string[] =>
  routes
    .filter(({ takesFileCookie }) => takesFileCookie)
    .map(({ path }) =>
      setCookie({
        name: NAME,
        value: token,
        path: base + path.replace(/\/[:*].*$/, ''),
        maxAgeSeconds: MAX_AGE_SECONDS,
        isSecure,
        isStrict: true,
      }),
    );

export const fileCookieOf = (cookies: ReadonlyMap<string, string>): string | null => {
  const token = cookies.get(NAME) ?? '';
  return token.length > 0 && token.length < 200 ? token : null;
};
