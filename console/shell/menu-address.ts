/** What an address in the menu may ask for; a closed list, never evaluated as code. */
export interface MenuPlaceholders {
  /** Origin of the console, `https://host`. */
  host: string;
  /** Prefix of the API. */
  apiBase: string;
  tenantId: string;
  username: string;
}

/**
 * The address of a menu entry that leads out of the console, its `{{ placeholders }}` filled in.
 * Null when it is none: only http(s) leaves the console, and a placeholder that is not on the list
 * (or `token`: a session never stands in an address) spoils the whole of it.
 */
export function menuAddress(url: string | null | undefined, placeholders: MenuPlaceholders): string | null {
  if (!url) return null;
  let isKnown = true;
  const filled = url.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_whole, name: string) => {
    if (!Object.hasOwn(placeholders, name)) {
      isKnown = false;
      return '';
    }
    const value = placeholders[name as keyof MenuPlaceholders];
    return name === 'host' || name === 'apiBase' ? value : encodeURIComponent(value);
  });
  if (!isKnown || !URL.canParse(filled)) return null;
  const address = new URL(filled);
  const isPlain = /^https?:$/.test(address.protocol) && !address.username && !address.password;
  return isPlain ? address.href : null;
}
