/** Any base will do: only the parts of an address are looked at. */
const BASE = 'http://own.invalid';

/** The path of this site an address text stands for; null when it would lead elsewhere. */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, BASE)) return null;
  const { origin, pathname, search, hash } = new URL(text, BASE);
  // `/.//elsewhere` stays on this origin and yet becomes `//elsewhere` when it is written out.
  return origin === BASE && !pathname.startsWith('//') ? pathname + search + hash : null;
}
