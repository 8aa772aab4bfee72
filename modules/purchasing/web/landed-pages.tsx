import type { ReactNode } from 'react';
import { DraftDrawer, ListPage } from '#kit/web/index.ts';
import { landedCost } from '../model/landed-cost.ts';

/** A draft: what was paid to whom, and the receipts that bear it. */
export const LandedForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer of={landedCost} note="选同一仓库、已经收货的入库单" example={['GR26112500001']} {...props} />
);

/** 头程费用分摊: from the invoice of the forwarder to the cost of goods. */
export const LandedCostList = (): ReactNode => (
  <ListPage
    of={landedCost}
    form={LandedForm}
    columns={[
      { key: 'costNo', under: ['remark'] },
      { key: 'status', under: ['costDay'] },
      { key: 'warehouseId', under: ['supplierId'] },
      {
        key: 'basis',
        under: [{ key: 'receiptCount', render: (row) => `${row.receiptCount} 张入库单` }],
      },
      {
        key: 'total',
        under: [
          {
            key: 'variance',
            render: (row) => (Number(row.variance ?? 0) > 0 ? `差异 ${row.variance}` : null),
          },
        ],
      },
      'postedBy',
      'createTime',
    ]}
    emptyText="收货后新增一张，把头程、关税分摊到货上，算进库存成本。"
  />
);
