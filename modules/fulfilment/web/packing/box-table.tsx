import { Table } from 'antd';
import type { ReactNode } from 'react';
import { CopiedText, ScrollRegion, StateTag } from '#kit/web/index.ts';
import { boxLifecycle } from '../../model/shipment-lifecycle.ts';
import { draftOf } from './box-draft.ts';
import type { PackingBox } from '../../model/routes.ts';

/** The boxes of a shipment to be read, not packed. */
export function BoxTable({ boxes }: { boxes: readonly PackingBox[] }): ReactNode {
  return (
    <ScrollRegion label="箱子">
      <Table<PackingBox>
        size="small"
        rowKey="id"
        pagination={boxes.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: 760 }}
        dataSource={boxes as PackingBox[]}
        columns={[
          { key: 'boxNo', title: '箱号', dataIndex: 'boxNo', width: 150 },
          { key: 'content', title: '内容', dataIndex: 'content', ellipsis: true },
          {
            key: 'size',
            title: '尺寸 / 重量',
            width: 220,
            render: (_, box) => {
              const { weight, length, width, height } = draftOf(box);
              return `${length || '—'} × ${width || '—'} × ${height || '—'} in　${weight || '—'} lb`;
            },
          },
          {
            key: 'trackingNo',
            title: '运单号',
            width: 190,
            render: (_, box) =>
              box.trackingNo ? <CopiedText text={box.trackingNo} what="运单号" /> : <span className="wb-none">—</span>,
          },
          {
            key: 'status',
            title: '状态',
            width: 90,
            render: (_, box) => <StateTag lifecycle={boxLifecycle} state={box.status} />,
          },
        ]}
      />
    </ScrollRegion>
  );
}
