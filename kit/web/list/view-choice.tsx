import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { Row } from '#ui/cells/faces.ts';
import type { ListViewsHandle } from './use-list-views.ts';
import type { ViewMenuProps } from './view-menu.tsx';

const ViewMenu = fetched<ViewMenuProps>(() => import('./view-menu.tsx').then((module) => module.ViewMenu));

/** The view of a list by name, with a dot where the list shows something else; leads to all of them. */
export function ViewChoice<R extends Row>({
  listKey,
  views,
}: {
  listKey: string;
  views: ListViewsHandle<R>;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { current, isChanged } = views;
  return (
    <span className="wb-view-choice">
      <Popover
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        open={isOpen}
        onOpenChange={setOpen}
        content={<ViewMenu listKey={listKey} views={views} onClose={() => setOpen(false)} />}
      >
        <Button type="text" aria-haspopup="dialog" aria-expanded={isOpen}>
          视图{current && `：${current.name}`}
          {isChanged && <i className="wb-view-dot" role="img" aria-label="有未保存的改动" title="有未保存的改动" />}
          <DownOutlined aria-hidden />
        </Button>
      </Popover>
      {current && current.dropped.length > 0 && (
        <span className="wb-view-note" role="status">
          视图中的“{current.dropped.join('”“')}”条件对您不可用
        </span>
      )}
    </span>
  );
}
