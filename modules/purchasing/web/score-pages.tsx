import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  periodFilterByTime,
  periodFilter,
  daysText,
  figureColumn,
  grouped,
  ListPage,
  ReportPage,
  shareText,
  shortPrice,
  type ColumnSpec,
} from '#kit/web/index.ts';
import { SCORE_DAYS, SCORE_WEIGHTS, supplierDelivery, supplierScore } from '../model/supplier-score.ts';
import { deliveriesOf, JUDGED, LATE, type ScoreRow } from './score-figures.ts';
import './purchasing.css';

/** 供应商评分: who delivers what was promised; each figure leads to what it counts. */
export const SupplierScoreList = (): ReactNode => (
  <ReportPage
    of={supplierScore}
    period={{ field: 'orderedOn', title: '下单日期', days: SCORE_DAYS }}
    subject={supplierOf}
    columns={COLUMNS}
    method={METHOD}
  />
);

const METHOD = `下单的采购行；评分 = 准时率 × ${SCORE_WEIGHTS.onTime} + 到齐率 × ${SCORE_WEIGHTS.fill} +（1 − 不良率）× ${SCORE_WEIGHTS.good}，没有到期的行不评分。约定到货取采购行的预计到货，到货取货到门口那天。`;

const supplierOf = ({ supplierId }: ScoreRow): string => supplierId;

const share = (
  key: 'onTimeShare' | 'fillShare' | 'badShare',
  { title, below, better }: { title: string; below: string; better: 'more' | 'less' },
  filter: Readonly<Record<string, string>>,
  under: (row: ScoreRow) => string,
): ColumnSpec<ScoreRow> =>
  figureColumn<ScoreRow>({
    key,
    text: (row) => shareText(row[key]),
    drill: (row, period) => deliveriesOf(row, period, title, filter),
    below: { key: `${key}Of`, title: below, text: (row) => (row[key] === null ? null : under(row)) },
    against: { value: (row) => numberOf(row[key]), better },
  });

const numberOf = (figure: string | null | undefined): number | null =>
  figure === null || figure === undefined ? null : Number(figure);

const COLUMNS: readonly ColumnSpec<ScoreRow>[] = [
  { key: 'supplierId', width: 160, under: ['orderedOn'] },
  figureColumn<ScoreRow>({
    key: 'score',
    width: 96,
    text: ({ score }) => (score === null ? null : String(score)),
    face: ({ score }) => <strong className={score !== null && score < 60 ? 'pu-bad' : ''}>{score}</strong>,
    below: { key: 'judgedCount', text: ({ judgedCount }) => `${grouped(judgedCount)} 行到期` },
    against: { value: ({ score }) => score, better: 'more' },
  }),
  figureColumn<ScoreRow>({
    key: 'orderCount',
    width: 92,
    text: ({ orderCount }) => grouped(orderCount),
    drill: ({ supplierId }, period) => ({
      title: '看采购单',
      permission: 'purchasing:purchaseOrder:list',
      path: '/purchase/order',
      filter: { supplierId, ...periodFilterByTime('orderedAt', period) },
    }),
    below: { key: 'lineCount', text: ({ lineCount }) => `${grouped(lineCount)} 行` },
  }),
  share(
    'onTimeShare',
    { title: '看到期的行', below: '准时 / 到期', better: 'more' },
    JUDGED,
    (row) => `${row.onTimeCount} / ${row.judgedCount} 行`,
  ),
  figureColumn<ScoreRow>({
    key: 'averageDelay',
    text: ({ averageDelay }) => daysText(averageDelay),
    drill: (row, period) => deliveriesOf(row, period, '看迟到的行', LATE),
    below: { key: 'lateCount', text: ({ lateCount }) => (lateCount > 0 ? `${lateCount} 行迟到` : null) },
    against: { value: ({ averageDelay }) => numberOf(averageDelay), better: 'less' },
  }),
  share(
    'fillShare',
    { title: '看到期的行', below: '已收 / 到期', better: 'more' },
    JUDGED,
    (row) => `${grouped(row.dueReceived)} / ${grouped(row.dueQty)} 件`,
  ),
  share(
    'badShare',
    { title: '看有不良的行', below: '不良 / 已收', better: 'less' },
    { badQty_begin: '1' },
    (row) => `${grouped(row.badQty)} / ${grouped(row.qtyReceived)} 件`,
  ),
  figureColumn<ScoreRow>({
    key: 'leadDays',
    width: 116,
    text: ({ leadDays }) => daysText(leadDays),
    drill: (row, period) => deliveriesOf(row, period, '看到货明细'),
    below: {
      key: 'statedDays',
      text: ({ statedDays }) => (statedDays === null ? null : `约定 ${daysText(statedDays)}`),
    },
    against: { value: ({ leadDays }) => numberOf(leadDays), better: 'less' },
  }),
  figureColumn<ScoreRow>({
    key: 'priceChange',
    text: ({ priceChange }) => signed(shareText(priceChange)),
    drill: (row, period) => deliveriesOf(row, period, '看采购单价和报价'),
    below: { key: 'pricedCount', text: ({ pricedCount }) => `${pricedCount} 行有报价` },
  }),
  figureColumn<ScoreRow>({
    key: 'billVariance',
    width: 124,
    text: ({ billVariance }) => (billVariance ? grouped(billVariance) : null),
    drill: ({ supplierId }, period) => ({
      title: '看应付单',
      permission: 'purchasing:supplierBill:list',
      path: '/purchase/bill',
      filter: { supplierId, ...periodFilter('billDate', period), status: 'posted,part_paid,paid' },
    }),
    below: { key: 'billCount', text: ({ billCount }) => `${billCount} 张应付单` },
  }),
];

const signed = (text: string | null): string | null => (text === null || text.startsWith('-') ? text : `+${text}`);

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
