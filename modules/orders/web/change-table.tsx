import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { ScrollRegion, useIsMobile } from '#kit/web/index.ts';
import {
  CHANGE_STATES,
  changeText,
  changeTitle,
  type ChangeItemView,
} from '../model/order-change.ts';

type Columns = NonNullable<TableProps<ChangeItemView>['columns']>;

const said = (item: ChangeItemView, value: string | null): ReactNode =>
  item.isHidden ? <span className="or-weak">无权查看</span> : changeText(item.field, value);

const field: Columns = [
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
];

const WIDE: Columns = [
  ...field,
  { key: 'before', title: '变更前', width: 170, render: (_, item) => said(item, item.before) },
  {
    key: 'after',
    title: '变更后',
    width: 170,
    render: (_, item) => <strong>{said(item, item.after)}</strong>,
  },
];

/** On a phone both sides stand in one column: neither is out of sight. */
const NARROW: Columns = [
  ...field,
  {
    key: 'after',
    title: '变更前 → 变更后',
    render: (_, item) => (
      <>
        {said(item, item.before)} → <strong>{said(item, item.after)}</strong>
      </>
    ),
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
  items: readonly ChangeItemView[];
  selection?: TableProps<ChangeItemView>['rowSelection'];
}): ReactNode {
  const isMobile = useIsMobile();
  const fields = isMobile ? NARROW : WIDE;
  const width = isMobile ? 300 : 560;
  return (
    <ScrollRegion label="平台变更">
      <Table<ChangeItemView>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: selection ? width : width + 220 }}
        dataSource={items as ChangeItemView[]}
        columns={selection ? fields : [...fields, ...OUTCOME]}
        {...(selection ? { rowSelection: selection } : {})}
      />
    </ScrollRegion>
  );
}
