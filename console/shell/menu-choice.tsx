import type { MenuProps } from 'antd';
import { useMemo, useRef } from 'react';
import { CLICK_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { trailOf, type MenuEntry } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** The entries as a menu of antd takes them; long titles are cut and shown in full on hover. */
export const useMenuItems = (entries: readonly MenuEntry[]): Item[] =>
  useMemo(() => entries.map((entry) => itemOf(entry, true)), [entries]);

function itemOf(entry: MenuEntry, isRoot: boolean): Item {
  const { key, title, children } = entry;
  const icon = isRoot ? menuIcon(entry.icon) : undefined;
  if (children.length === 0) return { key, label: title, title, icon };
  // A label of our own is taken as it is: it brings the class that antd would have given it.
  const label = (
    <span className="ant-menu-title-content wb-menu-title" title={title}>
      {title}
    </span>
  );
  return { key, label, icon, children: children.map((child) => itemOf(child, false)) };
}

/** What choosing an entry does: a window of its own for what is elsewhere, else its page. */
export function useMenuChoice(entries: readonly MenuEntry[], onOpen: (path: string) => void): (key: string) => void {
  const last = useRef({ key: '', at: -CLICK_DEBOUNCE_MS });
  return (key) => {
    const url = trailOf(entries, key).at(-1)?.url;
    if (!url) return onOpen(key);
    const at = performance.now();
    const isRepeated = last.current.key === key && at - last.current.at < CLICK_DEBOUNCE_MS;
    last.current = { key, at };
    if (!isRepeated) window.open(url, '_blank', 'noopener,noreferrer');
  };
}
