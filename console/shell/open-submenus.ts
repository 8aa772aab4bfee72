import type { MenuEntry } from './menu.ts';

/** Keys of the open submenus after a change: a root that opens closes the others (spec §4). */
export function openSubmenus(
  entries: readonly MenuEntry[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const added = after.find((key) => !before.includes(key));
  const isRoot = entries.some((entry) => entry.key === added);
  return added !== undefined && isRoot ? [added] : [...after];
}
