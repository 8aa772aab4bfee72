import type { ReactNode } from 'react';
import { DraftDrawer, ListPage } from '#kit/web/index.ts';
import { claim } from '../../model/claim.ts';

/** A draft: whom we ask, for what, and the goods with the value that is asked. */
export const ClaimForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer of={claim} note="索赔单价填货值；运费、退款等其他损失填“运费及其他”" {...props} />
);

/** 索赔: whom we asked, how much came, and until when something has to be done. */
export const ClaimList = (): ReactNode => (
  <ListPage
    of={claim}
    form={ClaimForm}
    columns={[
      { key: 'claimNo', under: ['refNo'] },
      { key: 'status', under: ['outcome'] },
      {
        key: 'dueOn',
        under: [
          { key: 'answerBy', render: (row) => (row.answerBy ? `答复 ${row.answerBy}` : null) },
        ],
      },
      { key: 'party', under: ['cause'] },
      { key: 'supplierId', under: ['carrierCode'] },
      { key: 'orderId', under: ['shipmentId'] },
      {
        key: 'total',
        under: [
          {
            key: 'paidTotal',
            render: (row) => (Number(row.paidTotal ?? 0) > 0 ? `已赔 ${row.paidTotal}` : null),
          },
        ],
      },
      { key: 'warehouseId', under: ['accountId'] },
      'createTime',
    ]}
    emptyText="包裹丢失、破损或货物有质量问题时，从发货单、退货单登记一张索赔，在时限内提交。"
  />
);
