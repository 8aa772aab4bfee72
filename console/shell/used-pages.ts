import { writeLocal, readLocal } from '#ui/browser-store.ts';
import type { MenuEntry } from './menu.ts';

/** How often each page of the menu was opened by one person, in this browser. */
export type PageUses = Readonly<Record<string, number>>;

/** What was used long ago weighs less: at so many uses of one page all are halved. */
const HALVED_AT = 64;

/** The uses after one more of a page. */
export function withUse(uses: PageUses, path: string): PageUses {
  const next = { ...uses, [path]: (uses[path] ?? 0) + 1 };
  if ((next[path] ?? 0) < HALVED_AT) return next;
  return Object.fromEntries(
    Object.entries(next)
      .map(([key, count]) => [key, Math.floor(count / 2)] as const)
      .filter(([, count]) => count > 0),
  );
}

/** Pages of the menu below their containers, those used most often first, others in its order. */
export function mostUsed(entries: readonly MenuEntry[], uses: PageUses, most: number): MenuEntry[] {
  return leaves(entries)
    .filter(({ key }) => (uses[key] ?? 0) > 0)
    .toSorted((a, b) => (uses[b.key] ?? 0) - (uses[a.key] ?? 0))
    .slice(0, most);
}

const leaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leaves(entry.children) : [entry]));

const keyOf = (owner: string): string => `waybill.usedPages.${owner}`;

/** The uses of a person; what cannot be read counts as none. */
export function usesOf(owner: string): PageUses {
  try {
    const stored: unknown = JSON.parse(readLocal(keyOf(owner)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
    );
  } catch {
    return {};
  }
}

/** Counts one more use of a page. */
export const noteUse = (owner: string, path: string): void =>
  void writeLocal(keyOf(owner), JSON.stringify(withUse(usesOf(owner), path)));
