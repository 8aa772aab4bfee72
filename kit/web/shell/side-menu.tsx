import { Menu, type MenuProps } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { trailOf, type MenuEntry } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** The menu of pages. One root is open at a time; external entries open a new window. */
export function SideMenu({
  entries,
  active,
  isCollapsed,
  onOpen,
}: {
  entries: readonly MenuEntry[];
  active: string | null;
  isCollapsed: boolean;
  onOpen: (path: string) => void;
}): ReactNode {
  const items = useMemo(() => entries.map((entry) => itemOf(entry, true)), [entries]);
  const trail = useMemo(() => trailOf(entries, active ?? ''), [entries, active]);
  const [open, setOpen] = useState<{ of: string | null; keys: string[] }>({ of: null, keys: [] });
  const isFollowed = open.of === active;
  const openKeys = isFollowed ? open.keys : trail.slice(0, -1).map((entry) => entry.key);
  const setKeys = (keys: string[]): void => {
    const added = keys.find((key) => !openKeys.includes(key));
    const roots = new Set(entries.map((entry) => entry.key));
    const kept = added && roots.has(added) ? [added] : keys;
    setOpen({ of: active, keys: kept });
  };
  return (
    <Menu
      mode="inline"
      inlineCollapsed={isCollapsed}
      inlineIndent={16}
      items={items}
      selectedKeys={active ? [active] : []}
      {...(isCollapsed ? {} : { openKeys, onOpenChange: setKeys })}
      onClick={({ key }) => {
        const url = findUrl(entries, key);
        if (url) window.open(url, '_blank', 'noopener,noreferrer');
        else onOpen(key);
      }}
    />
  );
}

function itemOf(entry: MenuEntry, isRoot: boolean): Item {
  const icon = isRoot ? menuIcon(entry.icon) : undefined;
  return entry.children.length > 0
    ? {
        key: entry.key,
        label: entry.title,
        icon,
        children: entry.children.map((child) => itemOf(child, false)),
      }
    : { key: entry.key, label: entry.title, title: entry.title, icon };
}

function findUrl(entries: readonly MenuEntry[], key: string): string | null {
  return trailOf(entries, key).at(-1)?.url ?? null;
}
