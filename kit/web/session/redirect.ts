export const SIGN_IN_PATH = '/user/login';

/** Address of the sign-in page that leads back to where the user wanted to go. */
export const signInAddress = (wanted: string): string =>
  wanted === '/' ? SIGN_IN_PATH : `${SIGN_IN_PATH}?redirect=${encodeURIComponent(wanted)}`;

/** Only a path of this site: `//elsewhere` and `https:` lead home. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '';
  const isOwn = /^\/(?![/\\])/.test(wanted) && !wanted.startsWith(SIGN_IN_PATH);
  return isOwn ? wanted : '/';
}
