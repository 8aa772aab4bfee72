import type { ReactNode } from 'react';
import { DetailPage, DraftDrawer, ListPage } from '#kit/web/index.ts';
import { stateChange } from '../model/state-change.ts';

const StateChangeForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={stateChange}
    note="改品质时填“改为”，冻结和解冻不填"
    example={['WB-OUT-PLNT-S3', '3', '待检', '良品']}
    {...props}
  />
);

/** 良次品转换单: from inspection to good or damaged, and goods that nobody may promise. */
export const StateChangeList = (): ReactNode => (
  <ListPage
    of={stateChange}
    form={StateChangeForm}
    columns={[
      { key: 'changeNo', under: ['kind'] },
      'status',
      { key: 'warehouseId', under: ['reason'] },
      { key: 'totalQty', under: [{ key: 'lineCount', render: (row) => `${row.lineCount} 行` }] },
      'postedBy',
      'createTime',
    ]}
    emptyText="待检的货检完改成良品或不良品；有疑问的货先冻结，查清再解冻。"
  />
);

/** One change with its lines. */
export const StateChangeDetail = (): ReactNode => <DetailPage of={stateChange} form={StateChangeForm} />;
