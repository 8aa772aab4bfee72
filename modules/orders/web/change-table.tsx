import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { PersonName, ScrollRegion, useIsMobile } from '#kit/web/index.ts';
import { CHANGE_STATES, changeText, changeTitle, type ChangeItemView } from '../model/order-change.ts';

type Columns = NonNullable<TableProps<ChangeItemView>['columns']>;

const valueText = (item: ChangeItemView, value: string | null, currency: string): ReactNode => {
  if (item.isHidden) return <span className="or-weak">无权查看</span>;
  const isPrice = item.field === 'unitPrice' && value !== null;
  return (
    <>
      {isPrice && <small className="or-weak">{currency} </small>}
      {changeText(item.field, value)}
    </>
  );
};

const Outcome = ({ item }: { item: ChangeItemView }): ReactNode => (
  <>
    <span className={item.status === 'pending' ? 'or-bad' : undefined}>{CHANGE_STATES[item.status]}</span>
    {item.decision && `：${item.decision}`}
    {item.decidedBy && (
      <div className="or-weak">
        {item.decidedBy && <PersonName username={item.decidedBy} />} {item.decidedAt}
      </div>
    )}
  </>
);

const FIELD: Columns = [
  {
    key: 'field',
    title: '变更项',
    width: '26%',
    render: (_, item) => (
      <>
        {changeTitle(item.field)}
        {item.channelSku && <div className="or-weak">{item.channelSku}</div>}
      </>
    ),
  },
];

const wide = (currency: string): Columns => [
  ...FIELD,
  { key: 'before', title: '变更前', render: (_, item) => valueText(item, item.before, currency) },
  {
    key: 'after',
    title: '变更后',
    render: (_, item) => <strong>{valueText(item, item.after, currency)}</strong>,
  },
];

/** On a phone both sides and the outcome stand in one column: none of them is out of sight. */
const narrow = (currency: string, hasOutcome: boolean): Columns => [
  { ...FIELD[0], width: '38%' },
  {
    key: 'after',
    title: '变更前 → 变更后',
    render: (_, item) => (
      <>
        {valueText(item, item.before, currency)} → <strong>{valueText(item, item.after, currency)}</strong>
        {hasOutcome && (
          <div>
            <Outcome item={item} />
          </div>
        )}
      </>
    ),
  },
];

const OUTCOME: Columns = [{ key: 'status', title: '处理', width: 210, render: (_, item) => <Outcome item={item} /> }];

/** Fields that the channel changed, with before and after; `selection` makes them a choice. */
export function ChangeTable({
  items,
  currency,
  selection,
}: {
  items: readonly ChangeItemView[];
  currency: string;
  selection?: TableProps<ChangeItemView>['rowSelection'];
}): ReactNode {
  const isMobile = useIsMobile();
  const columns = isMobile ? narrow(currency, !selection) : [...wide(currency), ...(selection ? [] : OUTCOME)];
  return (
    <ScrollRegion label="平台变更">
      <Table<ChangeItemView>
        size="small"
        rowKey="id"
        className="or-change"
        tableLayout="fixed"
        pagination={false}
        dataSource={items as ChangeItemView[]}
        columns={columns}
        {...(selection ? { rowSelection: selection } : {})}
      />
    </ScrollRegion>
  );
}
