import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { DetailPage, DraftDrawer, ListPage, usePage, useRow, type DetailRow } from '#kit/web/index.ts';
import { inboundReceipt, inboundReceiptLifecycle } from '../model/inbound-receipt.ts';
import { inboundDeskRoute, type ReceiveDesk } from '../model/receive-routes.ts';
import { receiptOrigin } from './receipt-slots.ts';
import { GoToDesk, ReceiveDeskPage } from './receive-desk.tsx';

const InboundForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer of={inboundReceipt} example={['WB-OUT-PLNT-S3', '100', '18.50']} {...props} />
);

/** 入库单: from the announcement to the last carton. */
export const InboundList = (): ReactNode => (
  <ListPage
    of={inboundReceipt}
    form={InboundForm}
    dialogs={{ receive: GoToDesk }}
    columns={[
      { key: 'receiptNo', under: ['refNo'] },
      { key: 'status', under: ['checkReason'] },
      { key: 'warehouseId', under: ['supplierName'] },
      { key: 'plannedQty', under: [{ key: 'lineCount', render: (row) => `${row.lineCount} 行` }] },
      'receivedQty',
      'value',
      { key: 'eta', under: ['arrivedAt'] },
      'createTime',
    ]}
    emptyText="新增一张入库单预报要到的货，到仓后按单收货。"
  />
);

/** One receipt: the desk of receiving once it is there, the document before and after. */
export const InboundDetail = (): ReactNode => {
  const id = usePage().params['id'] ?? '';
  const { data, isPending } = useRow(inboundReceipt, id);
  if (isPending) return <Skeleton active className="wb-page-wait" />;
  return data?.status === 'arrived' || data?.status === 'receiving' ? (
    <ReceiveDeskPage
      key={id}
      id={id}
      lifecycle={inboundReceiptLifecycle}
      route={inboundDeskRoute}
      numberTitle="入库单号"
    />
  ) : (
    <DetailPage
      of={inboundReceipt}
      id={id}
      form={InboundForm}
      facts={{
        refNo: (row) => <Origin row={row} />,
        refType: ({ refType }) => originTitle(refType),
      }}
    />
  );
};

/** The number of the document that asked for the goods, as the way to it. */
function Origin({ row }: { row: DetailRow }): ReactNode {
  const ref = row['ref'] as ReceiveDesk['ref'] | undefined;
  return ref ? <receiptOrigin.Outlet {...ref} /> : String(row['refNo'] ?? '');
}

const originTitle = (type: unknown): string => (type === 'purchaseOrder' ? '采购单' : String(type ?? ''));
