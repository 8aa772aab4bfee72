import { Modal } from 'antd';
import { useRef, type ReactNode } from 'react';
import { MenuSearchBox, type MenuSearchProps } from './menu-search-box.tsx';

export interface MenuSearchDialogProps extends MenuSearchProps {
  onClose: () => void;
}

/** The search of the menu over the page. */
export function MenuSearchDialog({ entries, onOpen, onClose }: MenuSearchDialogProps): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      title="搜索菜单"
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector('input')?.focus()}
    >
      <div ref={body} className="wb-menu-search-dialog">
        <MenuSearchBox
          entries={entries}
          placeholder="输入页面名称"
          onOpen={(path) => {
            onClose();
            onOpen(path);
          }}
        />
      </div>
    </Modal>
  );
}
