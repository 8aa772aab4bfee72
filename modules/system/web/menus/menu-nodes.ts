import type { MenuEntry } from '../../model/routes/menus.ts';

/** What an entry is, in a word: where it leads decides, not its level alone. */
export function kindOf({ menuType, component, url, internalOrExternal }: MenuEntry): string {
  if (menuType === 2) return '按钮';
  const isOutside = /^https?:/i.test(url ?? '') || (url ?? '').includes('{{');
  if (isOutside) return internalOrExternal ? '新窗口' : '内嵌页';
  return !component || component.startsWith('layouts/RouteView') ? '目录' : '页面';
}

const texts = ({ name, url, perms }: MenuEntry): string => [name, url, perms].filter(Boolean).join('\n').toLowerCase();

/** Entries that hold a word in name, address or code, and the way that leads to them. */
export function matchingEntries(entries: readonly MenuEntry[], word: string): MenuEntry[] {
  const requested = word.trim().toLowerCase();
  if (requested === '') return [...entries];
  return entries.flatMap((entry) => {
    const { children: all = [], ...own } = entry;
    const children = matchingEntries(all, requested);
    if (children.length > 0) return [{ ...own, children }];
    return texts(entry).includes(requested) ? [own] : [];
  });
}

export const allEntries = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...allEntries(entry.children ?? [])]);

/** Where an entry is dropped: into a parent, at a place among its children. */
interface Drop {
  dragged: MenuEntry;
  onto: MenuEntry;
  /** Dropped upon it, or before or behind it. */
  place: 'into' | 'before' | 'behind';
}

/**
 * The children of the parent that something is dropped below, in their new order; null where it cannot
 * be: nothing hangs below a button, or below itself, and a button needs a page.
 */
export function dropped(
  entries: readonly MenuEntry[],
  { dragged, onto, place }: Drop,
): { parentId: string; ids: string[] } | null {
  const parentId = place === 'into' ? onto.id : onto.parentId;
  const all = allEntries(entries);
  const parent = all.find(({ id }) => id === parentId);
  const isWithin = allEntries([dragged]).some(({ id }) => id === parentId);
  if (isWithin || parent?.menuType === 2 || (dragged.menuType === 2 && !parent)) return null;
  const siblings = (parent ? (parent.children ?? []) : entries).filter(({ id }) => id !== dragged.id);
  const at = siblings.findIndex(({ id }) => id === onto.id);
  const index = place === 'into' ? siblings.length : place === 'before' ? at : at + 1;
  const ids = siblings.map(({ id }) => id);
  return { parentId, ids: [...ids.slice(0, index), dragged.id, ...ids.slice(index)] };
}
