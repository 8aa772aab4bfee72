import type { ReactNode } from 'react';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  figureColumn,
  grouped,
  periodFilter,
  ReportPage,
  shareText,
  usePage,
  type ColumnSpec,
  type DrillTo,
  type Period,
} from '#kit/web/index.ts';
import { DEDUCTION_ANALYSIS_DAYS, deductionAnalysis, deductionGroup } from '../model/deduction-analysis.ts';

/** Of goods, with the face of their SKU. */
type Row = WireRow<typeof deductionAnalysis> & { skuId_face?: RowFace | null };

/** What the deductions behind a figure have in common with its group, as their list asks for it. */
function filterOf(row: Row): Record<string, string> {
  switch (row.groupBy) {
    case 'type':
      return { type: row.type ?? '' };
    case 'warehouse':
      return { warehouseId: row.warehouseId ?? '' };
    case 'shop':
      return { accountId: row.accountId ?? '' };
    case 'sku':
    case 'carrier':
      return {};
  }
}

/** The way to the deductions of a group; goods and carriers lead to what went wrong with them. */
const behind =
  (more: Readonly<Record<string, string>> = {}) =>
  (row: Row, period: Period): DrillTo => {
    if (row.groupBy === 'sku' || row.groupBy === 'carrier')
      return {
        title: '看退货和补件',
        permission: 'aftersales:returnIncident:list',
        path: '/orders/return-incident',
        filter: {
          ...periodFilter('requestedOn', period),
          ...(row.groupBy === 'sku' ? { skuId: row.skuId ?? '' } : { carrier: row.carrier ?? '' }),
        },
      };
    return {
      title: '看扣款',
      permission: 'finance:deduction:list',
      path: '/finance/deduction',
      filter: { tab: '*', currency: row.currency, ...periodFilter('postedAt', period), ...filterOf(row), ...more },
    };
  };

/** Claims on whoever carried the parcels. */
const claimsOf = (row: Row): DrillTo => ({
  title: '看索赔',
  permission: 'aftersales:claim:list',
  path: '/orders/claim',
  filter: { tab: '*', party: 'carrier', ...(row.carrier ? { carrierCode: row.carrier } : {}) },
});

const amountFace = (currency: string, amount: string): ReactNode => (
  <>
    <small>{currency}</small> {grouped(amount)}
  </>
);

const FIGURES: readonly ColumnSpec<Row>[] = [
  figureColumn<Row>({
    key: 'amount',
    width: 128,
    text: ({ amount }) => amount,
    face: ({ currency, amount }) => amountFace(currency, amount),
    drill: behind(),
    below: { key: 'deductionCount', text: (row) => `${grouped(row.deductionCount)} 笔` },
    against: { value: ({ amount }) => Number(amount), better: 'less' },
  }),
  figureColumn<Row>({
    key: 'share',
    text: (row) => shareText(row.share),
    below: { key: 'openCount', text: (row) => (row.openCount > 0 ? `${grouped(row.openCount)} 笔待处理` : null) },
  }),
  figureColumn<Row>({
    key: 'recovered',
    width: 128,
    text: ({ recovered }) => (Number(recovered) === 0 ? null : recovered),
    face: ({ currency, recovered }) => amountFace(currency, recovered),
    below: {
      key: 'disputedCount',
      text: (row) => (row.disputedCount > 0 ? `申诉 ${grouped(row.disputedCount)} 笔` : null),
    },
  }),
  figureColumn<Row>({ key: 'winRate', text: (row) => (row.winRate === null ? null : shareText(row.winRate)) }),
  figureColumn<Row>({
    key: 'loss',
    width: 128,
    text: ({ loss }) => loss,
    face: ({ currency, loss }) => amountFace(currency, loss),
    drill: (row, period) => (row.groupBy === 'carrier' ? claimsOf(row) : behind()(row, period)),
  }),
];

const NAME: ColumnSpec<Row> = { key: 'name', width: 190, under: ['postedOn'] };
const GOODS: ColumnSpec<Row> = { ...NAME, width: 220, pictureOf: (row) => row.skuId_face?.picture ?? null };
const TOP_TYPE: ColumnSpec<Row> = {
  key: 'topType',
  width: 120,
  render: (row) => row.topType_dictText,
  under: [{ key: 'topShare', render: (row) => `占 ${shareText(row.topShare)}` }],
};
const COLUMNS = {
  type: [NAME, ...FIGURES],
  goods: [GOODS, ...FIGURES, TOP_TYPE],
  others: [NAME, ...FIGURES, TOP_TYPE],
};

/** A list keeps what it is given by identity. */
const columnsOf = (groupBy = 'type') =>
  groupBy === 'type' ? COLUMNS.type : groupBy === 'sku' ? COLUMNS.goods : COLUMNS.others;

/** The rows have the latest day; what is asked for is the period. 维度 stands in chips. */
const FILTERS = [
  { key: 'postedOn', field: { ...deductionAnalysis.fields.postedOn, title: '公布日' } },
  'skuId',
  'warehouseId',
  'accountId',
  'currency',
] as const;

/** 扣款分析: where the money that channels keep goes, and what leads to who should pay for it. */
export function DeductionAnalysis(): ReactNode {
  const { query } = usePage();
  return (
    <ReportPage<typeof deductionAnalysis, Row>
      of={deductionAnalysis}
      period={{ field: 'postedOn', title: '公布日', days: DEDUCTION_ANALYSIS_DAYS }}
      by={{ key: 'groupBy', title: '维度', items: deductionGroup.items, initial: 'type' }}
      subject={(row) => `${row.groupBy} ${row.name} ${row.currency}`}
      columns={columnsOf(query['groupBy'])}
      filters={FILTERS}
      method="按公布日统计，不含随回款冲销的；追回率 = 有结果的申诉里追回的金额 ÷ 扣款金额。各币种分开，不折算。点数字看明细。"
    />
  );
}
