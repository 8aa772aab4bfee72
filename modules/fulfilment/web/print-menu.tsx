import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { usePermission } from '#kit/web/index.ts';
import { PAPERS, type Paper } from '../model/routes.ts';
import { print } from './papers.ts';

/** The papers of one shipment; those of its boxes once there are any. */
export function PrintMenu({ id, hasBoxes }: { id: string; hasBoxes: boolean }): ReactNode {
  const mayPrint = usePermission('fulfilment:shipment:print');
  if (!mayPrint) return null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: (Object.keys(PAPERS) as Paper[]).map((paper) => ({
          key: paper,
          label: PAPERS[paper].summary,
          disabled: !hasBoxes && (paper === 'printLabels' || paper === 'printBoxMarks'),
        })),
        onClick: ({ key }) => void print(key as Paper, [id]),
      }}
    >
      <Button icon={<PrinterOutlined aria-hidden />}>打印</Button>
    </Dropdown>
  );
}
