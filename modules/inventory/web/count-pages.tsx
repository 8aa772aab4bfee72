import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { DetailPage, DocumentImport, DraftDrawer, ListPage, usePage, useRow } from '#kit/web/index.ts';
import { MOST_COUNT_ROWS } from '../model/count-sheet.ts';
import { stockCount } from '../model/stock-count.ts';
import { CountDeskPage } from './count-desk.tsx';

/** What is to be counted: a warehouse, and the SKUs or all of it. */
const CountForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={stockCount}
    note="范围选“全仓”或“指定货位”时明细可以不填"
    example={['WB-OUT-PLNT-S3', '良品']}
    {...props}
  />
);

/** 盘点单: from the plan over the shelf to the posting. */
export const CountList = (): ReactNode => (
  <ListPage
    of={stockCount}
    form={CountForm}
    toolbar={() => (
      <DocumentImport
        of={stockCount}
        mostRows={MOST_COUNT_ROWS}
        rowMeans="一行一个SKU的实盘数量；盘点单须在盘点中，同一盘点单的各行一起导入"
      />
    )}
    columns={[
      { key: 'countNo', under: ['remark'] },
      'status',
      { key: 'warehouseId', under: ['extent', 'zoneId', 'bins'] },
      {
        key: 'countedCount',
        under: [{ key: 'lineCount', render: (row) => `共 ${row.lineCount} 行` }],
      },
      {
        key: 'differentCount',
        under: [{ key: 'differenceQty', render: (row) => `合计 ${row.differenceQty} 件` }],
      },
      'value',
      'submittedBy',
      { key: 'createTime', under: ['startedAt'] },
    ]}
    emptyText="新增一张盘点单，选仓库和要盘的 SKU；开始盘点后照常发货。"
  />
);

/** One count: the desk at the shelf while it is counted, the document before and after. */
export const CountDetail = (): ReactNode => {
  const id = usePage().params['id'] ?? '';
  const { data, isPending } = useRow(stockCount, id);
  if (isPending) return <Skeleton active className="wb-page-wait" />;
  return data?.status === 'counting' ? (
    <CountDeskPage key={id} id={id} />
  ) : (
    <DetailPage of={stockCount} id={id} form={CountForm} />
  );
};
