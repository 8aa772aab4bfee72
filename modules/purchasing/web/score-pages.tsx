import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { addDays } from '#kit/model/time.ts';
import {
  grouped,
  ListPage,
  QuickChip,
  QuickGroup,
  shortPrice,
  SourceLink,
  tenantDay,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { SCORE_DAYS, SCORE_WEIGHTS, supplierDelivery, supplierScore } from '../model/supplier-score.ts';
import { days, DeliveryLink, JUDGED, LATE, percent, type Period, type ScoreRow } from './score-figures.tsx';
import './purchasing.css';

/** The days that a list is about: what was asked for, or the last ones. */
function periodOf(filters: Readonly<Record<string, unknown>>): Period {
  const end = String(filters['orderedOn_end'] ?? '') || tenantDay();
  const begin = String(filters['orderedOn_begin'] ?? '') || addDays(end, 1 - SCORE_DAYS);
  return { begin, end };
}

/** 供应商评分: who delivers what was promised; each figure leads to what it counts. */
export function SupplierScoreList(): ReactNode {
  return (
    <ListPage
      of={supplierScore}
      columns={COLUMNS}
      quick={{ names: () => [], show: (list) => <Periods list={list} /> }}
      above={(list) => <Method period={periodOf(list.params.filters)} />}
      onOpen={() => undefined}
    />
  );
}

/** The period stands in the address, where links of the rows read it. */
const shownPeriod = (): Period => periodOf(Object.fromEntries(new URLSearchParams(window.location.search)));

const share = (
  key: 'onTimeShare' | 'fillShare' | 'badShare',
  { title, below }: { title: string; below: string },
  filter: Readonly<Record<string, string>>,
  under: (row: ScoreRow) => string,
): ColumnSpec<ScoreRow> => ({
  key,
  width: 108,
  align: 'right',
  figure: (row) => percent(row[key]) ?? '—',
  render: (row) => (
    <DeliveryLink row={row} period={shownPeriod()} filter={filter} title={title}>
      {percent(row[key]) ?? '—'}
    </DeliveryLink>
  ),
  under: [{ key: `${key}Of`, title: below, render: under, isBlank: (row: ScoreRow) => row[key] === null }],
});

const COLUMNS: readonly ColumnSpec<ScoreRow>[] = [
  { key: 'supplierId', width: 160, under: ['orderedOn'] },
  {
    key: 'score',
    width: 80,
    align: 'right',
    figure: ({ score }) => (score === null ? '—' : String(score)),
    render: ({ score }) => (score === null ? '—' : <strong className={score < 60 ? 'pu-bad' : ''}>{score}</strong>),
  },
  {
    key: 'orderCount',
    width: 92,
    align: 'right',
    figure: ({ orderCount }) => String(orderCount),
    render: (row) => (
      <SourceLink title="看采购单" permission="purchasing:purchaseOrder:list" path={`/purchase/order?${ordersOf(row)}`}>
        {grouped(row.orderCount)}
      </SourceLink>
    ),
    under: [{ key: 'lineCount', render: ({ lineCount }) => `${grouped(lineCount)} 行` }],
  },
  share(
    'onTimeShare',
    { title: '看到期的行', below: '准时 / 到期' },
    JUDGED,
    (row) => `${row.onTimeCount} / ${row.judgedCount} 行`,
  ),
  {
    key: 'averageDelay',
    width: 108,
    align: 'right',
    figure: ({ averageDelay }) => days(averageDelay) ?? '—',
    render: (row) => (
      <DeliveryLink row={row} period={shownPeriod()} filter={LATE} title="看迟到的行">
        {days(row.averageDelay) ?? '—'}
      </DeliveryLink>
    ),
    under: [
      {
        key: 'lateCount',
        render: ({ lateCount }) => (lateCount > 0 ? `${lateCount} 行迟到` : null),
      },
    ],
  },
  share(
    'fillShare',
    { title: '看到期的行', below: '已收 / 到期' },
    JUDGED,
    (row) => `${grouped(row.dueReceived)} / ${grouped(row.dueQty)} 件`,
  ),
  share(
    'badShare',
    { title: '看有不良的行', below: '不良 / 已收' },
    { badQty_begin: '1' },
    (row) => `${grouped(row.badQty)} / ${grouped(row.qtyReceived)} 件`,
  ),
  {
    key: 'leadDays',
    width: 116,
    align: 'right',
    figure: ({ leadDays }) => days(leadDays) ?? '—',
    render: (row) => (
      <DeliveryLink row={row} period={shownPeriod()} title="看到货明细">
        {days(row.leadDays) ?? '—'}
      </DeliveryLink>
    ),
    under: [
      {
        key: 'statedDays',
        render: ({ statedDays }) => (statedDays === null ? null : `约定 ${days(statedDays)}`),
      },
    ],
  },
  {
    key: 'priceChange',
    width: 108,
    align: 'right',
    figure: ({ priceChange }) => signed(percent(priceChange)) ?? '—',
    render: (row) => (
      <DeliveryLink row={row} period={shownPeriod()} title="看采购单价和报价">
        {signed(percent(row.priceChange)) ?? '—'}
      </DeliveryLink>
    ),
    under: [{ key: 'pricedCount', render: ({ pricedCount }) => `${pricedCount} 行有报价` }],
  },
  {
    key: 'billVariance',
    width: 124,
    align: 'right',
    figure: ({ billVariance }) => (billVariance ? grouped(billVariance) : '—'),
    render: (row) => (
      <SourceLink title="看应付单" permission="purchasing:supplierBill:list" path={`/purchase/bill?${billsOf(row)}`}>
        {row.billVariance ? grouped(row.billVariance) : '—'}
      </SourceLink>
    ),
    under: [{ key: 'billCount', render: ({ billCount }) => `${billCount} 张应付单` }],
  },
];

const signed = (text: string | null): string | null => (text === null || text.startsWith('-') ? text : `+${text}`);

function ordersOf({ supplierId }: ScoreRow): string {
  const { begin, end } = shownPeriod();
  const query = {
    supplierId,
    orderedAt_begin: `${begin} 00:00:00`,
    orderedAt_end: `${end} 23:59:59`,
  };
  return new URLSearchParams(query).toString();
}

function billsOf({ supplierId }: ScoreRow): string {
  const { begin, end } = shownPeriod();
  const query = {
    supplierId,
    billDate_begin: begin,
    billDate_end: end,
    status: 'posted,part_paid,paid',
  };
  return new URLSearchParams(query).toString();
}

const SPANS = [30, 90, 180, 365];

function Periods({ list }: { list: ListHandle<ScoreRow> }): ReactNode {
  const { filters } = list.params;
  const today = tenantDay();
  const { begin, end } = periodOf(filters);
  return (
    <QuickGroup title="下单日期">
      {SPANS.map((span) => {
        const from = addDays(today, 1 - span);
        return (
          <QuickChip
            key={span}
            isOn={begin === from && end === today}
            title={`${from} 至 ${today}`}
            onClick={() => list.setFilters({ ...filters, orderedOn_begin: from, orderedOn_end: today })}
          >
            近 {span} 天
          </QuickChip>
        );
      })}
    </QuickGroup>
  );
}

const Method = ({ period: { begin, end } }: { period: Period }): ReactNode => (
  <p className="pu-method">
    {begin} 至 {end} 下单的采购行；评分 = 准时率 × {SCORE_WEIGHTS.onTime} + 到齐率 × {SCORE_WEIGHTS.fill} +（1 −
    不良率）× {SCORE_WEIGHTS.good}
    ，没有到期的行不评分。约定到货取采购行的预计到货，到货取货到门口那天。
  </p>
);

type DeliveryRow = WireRow<typeof supplierDelivery>;

const DELIVERY_COLUMNS: readonly ColumnSpec<DeliveryRow>[] = [
  { key: 'purchaseOrderId', width: 150, under: ['supplierId'] },
  { key: 'skuId', isFaced: true, width: 180 },
  {
    key: 'outcome',
    width: 96,
    render: ({ outcome, outcome_dictText: word }) => (
      <span className={outcome === 'late' || outcome === 'overdue' || outcome === 'missed' ? 'pu-bad' : ''}>
        {word}
      </span>
    ),
  },
  { key: 'promisedOn', width: 116, under: ['orderedOn'] },
  {
    key: 'arrivedOn',
    width: 116,
    under: [
      {
        key: 'delayDays',
        render: ({ delayDays }) => (Number(delayDays ?? 0) > 0 ? `晚 ${delayDays} 天` : null),
      },
    ],
  },
  {
    key: 'qty',
    width: 92,
    align: 'right',
    under: [{ key: 'qtyReceived', render: ({ qtyReceived }) => `已收 ${grouped(qtyReceived)}` }],
  },
  { key: 'badQty', width: 100, align: 'right' },
  {
    key: 'leadDays',
    width: 108,
    align: 'right',
    under: [
      {
        key: 'statedDays',
        render: ({ statedDays }) => (statedDays === null ? null : `约定 ${statedDays}`),
      },
    ],
  },
  {
    key: 'unitPrice',
    width: 108,
    align: 'right',
    under: [
      {
        key: 'listPrice',
        render: ({ listPrice }) => (listPrice ? `报价 ${grouped(shortPrice(listPrice))}` : null),
      },
    ],
  },
  { key: 'warehouseId', width: 116 },
];

/** 到货明细: line by line, what was promised and what came. */
export const DeliveryList = (): ReactNode => <ListPage of={supplierDelivery} columns={DELIVERY_COLUMNS} isSelectable />;
