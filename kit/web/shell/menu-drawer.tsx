import { Drawer } from 'antd';
import type { ReactNode } from 'react';

/** The side menu of a narrow window. */
export function MenuDrawer({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Drawer
      placement="left"
      size={240}
      open={isOpen}
      onClose={onClose}
      title={title}
      styles={{ body: { padding: 8 } }}
    >
      <nav aria-label="菜单">{children}</nav>
    </Drawer>
  );
}
