import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { Row } from '#ui/cells/faces.ts';
import type { ColumnPanelProps } from './column-panel.tsx';
import type { ListViewsHandle } from './use-list-views.ts';

const ColumnPanel = fetched<ColumnPanelProps>(() => import('./column-panel.tsx').then((module) => module.ColumnPanel));

/** 列设置: order, width, pin and visibility of columns, and how close the rows stand. */
export function ColumnSettings<R extends Row>({
  views: { columns, density, arrange },
}: {
  views: ListViewsHandle<R>;
}): ReactNode {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="列设置"
      content={<ColumnPanel columns={columns} density={density} onArrange={arrange} />}
    >
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  );
}
