import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { MenuSearchDialogProps } from './menu-search-dialog.tsx';
import type { MenuSearchProps } from './menu-search-box.tsx';

const MenuSearchDialog = fetched<MenuSearchDialogProps>(() =>
  import('./menu-search-dialog.tsx').then((module) => module.MenuSearchDialog),
);

/** On small devices the menu is searched in a dialog. */
export function MenuSearchButton(props: MenuSearchProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="text" icon={<SearchOutlined />} aria-label="搜索菜单" onClick={() => setOpen(true)} />
      {isOpen && <MenuSearchDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
