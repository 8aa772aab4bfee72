import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  figureColumn,
  grouped,
  periodFilter,
  ReportPage,
  shareText,
  usePage,
  usePermission,
  type ColumnSpec,
  type DrillTo,
  type Period,
} from '#kit/web/index.ts';
import { METRIC_RULES, performance, PERFORMANCE_DAYS } from '../model/performance.ts';
import { TrendLine } from './trend-line.tsx';
import './channels.css';

type Row = WireRow<typeof performance>;

/** The way to the rows of a metric that came out like this. */
const rowsOf =
  (outcome?: 'missed' | 'open') =>
  ({ metric, accountId }: Row, period: Period): DrillTo => ({
    title: outcome === 'missed' ? '看扣分的单据' : '看计入的单据',
    permission: 'channels:performanceRow:list',
    path: '/channel/wf/performance-row',
    filter: { metric, accountId, ...periodFilter('day', period), ...(outcome ? { outcome } : {}) },
  });

const COLUMNS: readonly ColumnSpec<Row>[] = [
  { key: 'metric', width: 150, under: ['accountId'] },
  figureColumn<Row>({
    key: 'value',
    width: 128,
    text: ({ value }) => (value === null ? null : shareText(value, 2)),
    drill: rowsOf(),
    below: { key: 'part', title: '分子 / 分母', text: ({ part, whole }) => `${grouped(part)} / ${grouped(whole)}` },
    against: {
      value: ({ value }) => (value === null ? null : Number(value)),
      better: ({ metric }) => METRIC_RULES[metric].better,
    },
  }),
  { key: 'trend', width: 104, sortable: false, render: ({ trend }) => <TrendLine text={trend} /> },
  figureColumn<Row>({
    key: 'target',
    text: ({ target }) => (target === null ? null : shareText(target, 2)),
    face: ({ metric, target }) => `${METRIC_RULES[metric].better === 'more' ? '≥' : '≤'} ${shareText(target, 2)}`,
  }),
  { key: 'state', width: 96, render: (row) => <State row={row} /> },
  figureColumn<Row>({
    key: 'missedCount',
    text: ({ missedCount }) => grouped(missedCount),
    drill: rowsOf('missed'),
  }),
  figureColumn<Row>({
    key: 'forecast',
    text: ({ forecast }) => (forecast === null ? null : shareText(forecast, 2)),
    drill: rowsOf('open'),
    below: { key: 'openCount', text: ({ openCount }) => (openCount > 0 ? `${grouped(openCount)} 未到期` : null) },
  }),
  figureColumn<Row>({
    key: 'publishedValue',
    text: ({ publishedValue }) => (publishedValue === null ? null : shareText(publishedValue, 2)),
    below: { key: 'publishedOn', text: ({ publishedOn }) => publishedOn },
  }),
];

const TONES = { met: 'wb-report-better', missed: 'wb-report-worse', none: 'ch-weak' } as const;

const State = ({ row: { state, state_dictText } }: { row: Row }): ReactNode => (
  <span className={TONES[state]}>{state_dictText}</span>
);

/** The rows have the latest day; what is asked for is the period. */
const FILTERS = [
  { key: 'day', field: { ...performance.fields.day, title: '统计日期' } },
  'accountId',
  'metric',
  'state',
] as const;

/** The way from the figures of a shop to the listings that its marketplace rates worst. */
function WeakListings(): ReactNode {
  const page = usePage();
  if (!usePermission('channels:channelProduct:list')) return null;
  return <Button onClick={() => page.open('/channel/wf/product?health=RED')}>健康度红色的商品</Button>;
}

/** 绩效: how the shops do by what their marketplaces measure, against the target, and where the period will end. */
export const Performance = (): ReactNode => (
  <ReportPage
    of={performance}
    period={{ field: 'day', title: '统计日期', days: PERFORMANCE_DAYS }}
    subject={({ accountId, metric }) => `${accountId} ${metric}`}
    columns={COLUMNS}
    filters={FILTERS}
    toolbar={() => <WeakListings />}
    method="按自己的单据计算，拆分的订单算一单，沙箱和手工订单不计。准时发货按最晚发货日，接单与取消按下单日，售后按申请日÷同期发货件数；期末预测 = 未到期的都按时完成；趋势是所选日期分成六段的值。平台不提供绩效接口，公布值在“平台公布绩效”导入。"
  />
);
