import { ownPath } from '#kit/model/own-path.ts';

export { ownPath };

export const SIGN_IN_PATH = '/user/login';
/** The alternative sign-in page: other systems vouch for the person. */
export const SSO_PATH = '/user/sso';
export const REGISTER_PATH = '/user/register';
export const RESULT_PATH = '/user/register-result';
/** A new password for somebody who forgot theirs. */
export const ALTERATION_PATH = '/user/alteration';
/** Sign-in inside the browser of an enterprise chat app. */
export const EXTERNAL_APP_PATH = '/oauth2-app/login';

/** Paths that only lead on. */
const ALIASES: Readonly<Record<string, string>> = {
  '/user': SIGN_IN_PATH,
  '/oauth2-app': EXTERNAL_APP_PATH,
};

/** Pages that are done with once somebody is signed in. */
const ENTRANCES: readonly string[] = [SIGN_IN_PATH, SSO_PATH, EXTERNAL_APP_PATH];

/** Address of a sign-in page that leads back to where the user wanted to go. */
export const signInAddress = (requested: string, page = SIGN_IN_PATH): string =>
  requested === '/' ? page : `${page}?redirect=${encodeURIComponent(requested)}`;

/** Where the `redirect` of a query leads: only to a page of this site that is no entrance. */
export function redirectTarget(search: string): string {
  const requested = ownPath(new URLSearchParams(search).get('redirect') ?? '');
  const isEntrance = ENTRANCES.some((path) => requested?.split(/[?#]/)[0] === path);
  return requested === null || isEntrance ? '/' : requested;
}

/** What the navigation guard says of an address. */
export type Passage = { kind: 'public'; path: string } | { kind: 'console' } | { kind: 'to'; address: string };

export interface GuardFacts {
  isSignedIn: boolean;
  /** Public pages there are. */
  isPublic: (path: string) => boolean;
  /** Single sign-on is the way in that people are sent to. */
  ssoDefault: boolean;
  /** The browser is that of an enterprise chat app that can vouch for the person. */
  isExternalApp: boolean;
}

/**
 * The navigation guard (spec §2). With a token the entrances lead to the wanted page; without one
 * public pages pass, and everything else goes to the sign-in that stands for this installation.
 * `/user/login?way=account` is always name and password.
 */
export function guard(
  { pathname, search }: { pathname: string; search: string },
  { isSignedIn, isPublic, ssoDefault, isExternalApp }: GuardFacts,
): Passage {
  const path = pathname.replace(/(.)\/+$/, '$1');
  const alias = ALIASES[path];
  if (alias) return { kind: 'to', address: alias + search };
  if (isSignedIn) {
    if (ENTRANCES.includes(path)) return { kind: 'to', address: redirectTarget(search) };
    return isPublic(path) ? { kind: 'public', path } : { kind: 'console' };
  }
  const entrance = isExternalApp ? EXTERNAL_APP_PATH : ssoDefault ? SSO_PATH : SIGN_IN_PATH;
  const isRequested = new URLSearchParams(search).get('way') === 'account';
  if (path === SIGN_IN_PATH && entrance !== SIGN_IN_PATH && !isRequested)
    return { kind: 'to', address: entrance + search };
  if (isPublic(path)) return { kind: 'public', path };
  return { kind: 'to', address: signInAddress(pathname + search, entrance) };
}
