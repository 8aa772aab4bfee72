import { Drawer } from 'antd';
import type { ReactNode } from 'react';

export interface MenuDrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of pages on a small device. */
export function MenuDrawer({ title, isOpen, onClose, children }: MenuDrawerProps): ReactNode {
  return (
    <Drawer placement="left" size={240} open={isOpen} onClose={onClose} title={title} styles={{ body: { padding: 8 } }}>
      <nav aria-label="菜单">{children}</nav>
    </Drawer>
  );
}
