import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { DetailPage, DraftDrawer, ListPage, usePage, useRow } from '#kit/web/index.ts';
import { transferDeskRoute } from '../model/receive-routes.ts';
import { stockTransfer, stockTransferLifecycle } from '../model/stock-transfer.ts';
import { GoToDesk, ReceiveDeskPage } from './receive-desk.tsx';

const TransferForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer of={stockTransfer} note="审核后占住调出仓的良品" example={['WB-OUT-PLNT-S3', '20']} {...props} />
);

/** 调拨单: from the draft over the road to the other warehouse. */
export const TransferList = (): ReactNode => (
  <ListPage
    of={stockTransfer}
    form={TransferForm}
    dialogs={{ receive: GoToDesk }}
    columns={[
      { key: 'transferNo', under: ['remark'] },
      'status',
      {
        key: 'fromWarehouseId',
        under: [{ key: 'toWarehouseId', render: (row) => `到 ${String(row['toWarehouseId_dictText'])}` }],
      },
      { key: 'totalQty', under: [{ key: 'lineCount', render: (row) => `${row.lineCount} 行` }] },
      {
        key: 'receivedQty',
        under: [{ key: 'lostQty', render: (row) => (row.lostQty > 0 ? `损耗 ${row.lostQty}` : null) }],
      },
      { key: 'shippedAt', under: ['receivedAt'] },
      'createTime',
    ]}
    emptyText="新增一张调拨单：从哪个仓到哪个仓，调哪些货。"
  />
);

/** One transfer: the desk of receiving while it is on its way, the document before and after. */
export const TransferDetail = (): ReactNode => {
  const id = usePage().params['id'] ?? '';
  const { data, isPending } = useRow(stockTransfer, id);
  if (isPending) return <Skeleton active className="wb-page-wait" />;
  return data?.status === 'shipped' || data?.status === 'partiallyReceived' ? (
    <ReceiveDeskPage
      key={id}
      id={id}
      lifecycle={stockTransferLifecycle}
      route={transferDeskRoute}
      numberTitle="调拨单号"
    />
  ) : (
    <DetailPage of={stockTransfer} id={id} form={TransferForm} />
  );
};
