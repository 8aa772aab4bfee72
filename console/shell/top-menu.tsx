import { Menu } from 'antd';
import type { ReactNode } from 'react';
import { useMenuChoice, useMenuItems } from './menu-choice.tsx';
import type { PageMenuProps } from './side-menu.tsx';

/** The menu of pages in the header; what has no room there is found under 更多. */
export function TopMenu({ entries, active, theme, onOpen }: PageMenuProps): ReactNode {
  const choose = useMenuChoice(entries, onOpen);
  return (
    <Menu
      className="wb-top-menu"
      mode="horizontal"
      theme={theme}
      items={useMenuItems(entries)}
      selectedKeys={active ? [active] : []}
      overflowedIndicator="更多"
      onClick={({ key }) => choose(key)}
    />
  );
}
