import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#kit/web/index.ts';
import { CHANGE_STATES, changeTitle } from '../model/order-change.ts';
import type { ChangeItemRow } from './order-row.ts';

type Columns = NonNullable<TableProps<ChangeItemRow>['columns']>;

/** A price without the places that say nothing. */
const plain = (value: string | null): string =>
  value === null || value === '' ? '—' : value.replace(/^(-?\d+\.\d{2})00$/, '$1');

const said = (item: ChangeItemRow, value: string | null): ReactNode =>
  item.isHidden ? <span className="or-weak">无权查看</span> : plain(value);

const FIELDS: Columns = [
  {
    key: 'field',
    title: '变更项',
    width: 190,
    render: (_, item) => (
      <>
        {changeTitle(item.field)}
        {item.channelSku && <div className="or-weak">{item.channelSku}</div>}
      </>
    ),
  },
  { key: 'before', title: '变更前', width: 170, render: (_, item) => said(item, item.before) },
  {
    key: 'after',
    title: '变更后',
    width: 170,
    render: (_, item) => <strong>{said(item, item.after)}</strong>,
  },
];

const OUTCOME: Columns = [
  {
    key: 'status',
    title: '处理',
    width: 250,
    render: (_, item) => (
      <>
        <span className={item.status === 'pending' ? 'or-bad' : undefined}>
          {CHANGE_STATES[item.status]}
        </span>
        {item.decision && `：${item.decision}`}
        {item.decidedBy && (
          <div className="or-weak">
            {item.decidedBy} {item.decidedAt}
          </div>
        )}
      </>
    ),
  },
];

/** Fields that the channel changed, with before and after; `selection` makes them a choice. */
export function ChangeTable({
  items,
  selection,
}: {
  items: readonly ChangeItemRow[];
  selection?: TableProps<ChangeItemRow>['rowSelection'];
}): ReactNode {
  const columns = selection ? FIELDS : [...FIELDS, ...OUTCOME];
  return (
    <ScrollRegion label="平台变更">
      <Table<ChangeItemRow>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: selection ? 560 : 780 }}
        dataSource={items as ChangeItemRow[]}
        columns={columns}
        {...(selection ? { rowSelection: selection } : {})}
      />
    </ScrollRegion>
  );
}
