import { Menu } from 'antd';
import type { ReactNode } from 'react';
import { useMenuItems } from './menu-choice.tsx';
import type { MenuEntry } from './menu.ts';

export interface NarrowMenuProps {
  entries: readonly MenuEntry[];
  /** Path of the page in front, its parameters filled in. */
  active: string | null;
  theme: 'light' | 'dark';
  onChoose: (key: string) => void;
}

/** Icons alone, with submenus that come out on hover. */
export function NarrowMenu({ entries, active, theme, onChoose }: NarrowMenuProps): ReactNode {
  return (
    <Menu
      mode="inline"
      theme={theme}
      inlineCollapsed
      items={useMenuItems(entries)}
      selectedKeys={active ? [active] : []}
      onClick={({ key }) => onChoose(key)}
    />
  );
}
