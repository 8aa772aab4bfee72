/** What an address in the menu may ask for; a closed list, never evaluated as code. */
export const MENU_PLACEHOLDERS = ['host', 'apiBase', 'tenantId', 'username'] as const;

export type MenuPlaceholder = (typeof MENU_PLACEHOLDERS)[number];

const KNOWN: ReadonlySet<string> = new Set(MENU_PLACEHOLDERS);

/**
 * What is wrong with an address that leads out of the console; null: nothing. Only http(s) leaves it,
 * and nothing but the placeholders of the list may stand in it: a session never does.
 */
export function externalAddressFault(url: string): string | null {
  let unknown: string | null = null;
  const filled = url.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_whole, name: string) => {
    if (!KNOWN.has(name)) unknown ??= name;
    return name === 'host' ? 'https://host.example' : 'x';
  });
  if (unknown !== null)
    return `地址中不能使用 {{ ${String(unknown).slice(0, 30)} }}，可用：${MENU_PLACEHOLDERS.join('、')}`;
  const address = URL.canParse(filled) ? new URL(filled) : null;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password)
    return '外部地址须以 http:// 或 https:// 开头';
  return null;
}

/** Whether an address of the menu leads out of the console. */
export const isExternal = (url: string): boolean => /^https?:/i.test(url) || url.includes('{{');
