import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { usePage } from '#ui/page/page-context.ts';

/** In place of a page that nobody offers: a menu entry names what is not installed. */
export function MissingPage(): ReactNode {
  const { component, close } = usePage();
  return (
    <BlankState
      tone="bad"
      title={<h1>页面不存在</h1>}
      text={`菜单指向的页面组件“${component}”没有安装，请联系管理员检查菜单设置。`}
      actions={<Button onClick={close}>关闭此页</Button>}
    />
  );
}
