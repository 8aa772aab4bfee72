import type { ReactNode } from 'react';
import { DetailPage, DraftDrawer, ListPage } from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock-adjustment.ts';

/** A draft: what it is, where and why, and its lines typed, pasted or imported from a sheet. */
const AdjustmentForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer of={stockAdjustment} note="减少库存填负数" example={['WB-OUT-PLNT-S3', '120', '18.50']} {...props} />
);

/** 调整单: opening stock and corrections, from the draft to the posting. */
export const AdjustmentList = (): ReactNode => (
  <ListPage
    of={stockAdjustment}
    form={AdjustmentForm}
    columns={[
      { key: 'adjustmentNo', under: ['kind'] },
      { key: 'status', under: ['checkReason'] },
      { key: 'warehouseId', under: ['reason'] },
      {
        key: 'totalQty',
        under: [{ key: 'lineCount', render: (row) => `${row.lineCount} 行` }],
      },
      'value',
      { key: 'submittedBy', under: ['approvedBy'] },
      'createTime',
    ]}
    emptyText="期初库存和盘点差异都从调整单录入，提交后过账。"
  />
);

/** One adjustment with its lines; a draft can be edited until it is submitted. */
export const AdjustmentDetail = (): ReactNode => <DetailPage of={stockAdjustment} form={AdjustmentForm} />;
