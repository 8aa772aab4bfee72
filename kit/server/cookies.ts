/** A cookie that scripts cannot read and that no other site's request but a plain link carries. */
export interface Cookie {
  name: string;
  /** Letters, digits, `-` and `_` only: nothing needs quoting. */
  value: string;
  path: string;
  maxAgeSeconds: number;
  /** Sent over TLS only. */
  isSecure: boolean;
  /** Not even a link of another site carries it. */
  isStrict?: boolean;
}

/** @throws TypeError on a value that would have to be quoted */
export function setCookie(cookie: Cookie): string {
  const { name, value, path, maxAgeSeconds, isSecure, isStrict = false } = cookie;
  if (!/^[\w-]*$/.test(value)) throw new TypeError(`cookie ${name} holds signs it must not`);
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`];
  const site = `SameSite=${isStrict ? 'Strict' : 'Lax'}`;
  return [...parts, 'HttpOnly', site, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/**
 * The cookies of a request. One that comes twice was set by somebody beside us (a neighbouring
 * host or path), and nothing tells which is ours: it counts as absent.
 */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const doubled = new Set<string>();
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim();
    if (name === '') continue;
    if (found.has(name)) doubled.add(name);
    found.set(name, part.slice(equals + 1).trim());
  }
  for (const name of doubled) found.delete(name);
  return found;
}
