import type { ReactNode } from 'react';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  periodFilter,
  Drill,
  figureColumn,
  grouped,
  ReportPage,
  shareText,
  useIsMobile,
  usePage,
  type ColumnSpec,
  type DrillTo,
  type Period,
} from '#kit/web/index.ts';
import { ANALYSIS_DAYS, returnAnalysis, returnGroup } from '../../model/return-analysis.ts';
import './analysis.css';

/** Of goods, with the face of their SKU. */
type Row = WireRow<typeof returnAnalysis> & { skuId_face?: RowFace | null };

/** What the rows behind a figure have in common with its group. */
function filterOf(row: Row): Record<string, string> {
  switch (row.groupBy) {
    case 'sku':
      return { skuId: row.skuId ?? '' };
    case 'carton':
      return { skuId: row.skuId ?? '', cartonNo: String(row.cartonNo ?? '') };
    case 'warehouse':
      return { warehouseId: row.warehouseId ?? '' };
    case 'carrier':
      return row.carrier ? { carrier: row.carrier } : {};
    case 'reason':
      return { reason: row.name };
  }
}

/** The way to the returns and requests for parts that a figure counts. */
const behind =
  (title: string, more: (row: Row) => Readonly<Record<string, string>> = () => ({})) =>
  (row: Row, period: Period): DrillTo => ({
    title,
    permission: 'aftersales:returnIncident:list',
    path: '/orders/return-incident',
    filter: { ...periodFilter('requestedOn', period), ...filterOf(row), ...more(row) },
  });

function shippedOf(row: Row, period: Period): DrillTo {
  const { cartonNo: _carton, reason: _reason, ...filter } = filterOf(row);
  return {
    title: '看发货',
    permission: 'aftersales:shippedUnits:list',
    path: '/orders/shipped-units',
    filter: { ...periodFilter('shippedOn', period), ...filter },
  };
}

/** Above this share of returns a channel lowers its sellers (its own figure differs by class). */
const HIGH_RATE = 0.043;

const goodsName = (row: Row): string => row.skuId_face?.name ?? '';

/** 对象: goods are known by their picture and name, anything else by its name alone. */
const NAME: ColumnSpec<Row> = { key: 'name', width: 190, under: ['requestedOn'] };
const GOODS: ColumnSpec<Row> = {
  key: 'name',
  width: 220,
  pictureOf: (row) => row.skuId_face?.picture ?? null,
  under: [
    {
      key: 'goodsName',
      title: '名称',
      text: goodsName,
      isBlank: (row) => goodsName(row) === '',
      render: goodsName,
    },
  ],
};

const shareOf = (share: string | null): string | null => (share === null ? null : `占 ${shareText(share)}`);
const byReason = behind('看这个原因的明细', ({ topReason }) => ({ reason: topReason }));
const byFault = behind('看这个责任方的明细', ({ topFault }) => ({ fault: topFault ?? '' }));

/** What follows 对象; 改进建议 is the last. */
const FIGURES: readonly ColumnSpec<Row>[] = [
  figureColumn<Row>({
    key: 'returnRate',
    text: (row) => shareText(row.returnRate),
    face: (row) => (
      <span className={Number(row.returnRate) > HIGH_RATE ? 'as-bad' : ''}>{shareText(row.returnRate)}</span>
    ),
    drill: behind('看退货', () => ({ kind: 'return' })),
    below: { key: 'returnedQty', text: (row) => `退 ${grouped(row.returnedQty)} 件` },
    against: { value: ({ returnRate }) => (returnRate === null ? null : Number(returnRate)), better: 'less' },
  }),
  figureColumn<Row>({
    key: 'shippedQty',
    text: (row) => grouped(row.shippedQty),
    drill: shippedOf,
    below: { key: 'partQty', text: (row) => (row.partQty > 0 ? `补件 ${grouped(row.partQty)}` : null) },
  }),
  figureColumn<Row>({
    key: 'loss',
    width: 120,
    text: (row) => row.loss ?? null,
    face: (row) => (
      <>
        <small>{row.baseCurrency}</small> {grouped(row.loss)}
      </>
    ),
    drill: behind('看每一笔损失'),
  }),
  {
    key: 'topReason',
    width: 128,
    render: (row) => <Drill to={(period) => byReason(row, period)}>{row.topReason}</Drill>,
    under: [{ key: 'topShare', render: (row) => shareOf(row.topShare) }],
  },
  {
    key: 'topFault',
    width: 108,
    render: (row) =>
      row.topFault ? <Drill to={(period) => byFault(row, period)}>{row.topFault_dictText}</Drill> : '—',
    under: [{ key: 'faultShare', render: (row) => shareOf(row.faultShare) }],
  },
  {
    key: 'advice',
    width: 320,
    render: (row) => <span className="as-advice">{row.advice}</span>,
  },
];

/** The rows have the latest day; what is asked for is the period. 维度 stands in chips. */
const FILTERS = [
  { key: 'requestedOn', field: { ...returnAnalysis.fields.requestedOn, title: '申请日期' } },
  'skuId',
  'warehouseId',
  'carrier',
  'returnRate',
  'returnedQty',
] as const;

/** A card has room for two facts: what to mend comes first. */
const CARD_FIGURES = [...FIGURES.slice(-1), ...FIGURES.slice(0, -1)];

/** A row of columns for each way of putting together: a list keeps what it is given by identity. */
const columnsOf = (figures: readonly ColumnSpec<Row>[]) => ({
  goods: [GOODS, ...figures],
  others: [NAME, ...figures],
});
const COLUMNS = columnsOf(FIGURES);
const CARD_COLUMNS = columnsOf(CARD_FIGURES);

/** What is put together by goods: nobody has said otherwise, or by the cartons of goods. */
const isOfGoods = (groupBy: string | undefined): boolean => !groupBy || groupBy === 'sku' || groupBy === 'carton';

const subjectOf = (row: Row): string => `${row.groupBy} ${Object.values(filterOf(row)).join(' ')}`;

/** 退货分析: each figure leads to the rows that it counts. */
export function ReturnAnalysis(): ReactNode {
  const { query } = usePage();
  const columns = useIsMobile() ? CARD_COLUMNS : COLUMNS;
  return (
    <ReportPage<typeof returnAnalysis, Row>
      of={returnAnalysis}
      period={{ field: 'requestedOn', title: '申请日期', days: ANALYSIS_DAYS }}
      by={{ key: 'groupBy', title: '维度', items: returnGroup.items, initial: 'sku' }}
      subject={subjectOf}
      columns={isOfGoods(query['groupBy']) ? columns.goods : columns.others}
      filters={FILTERS}
      method={METHOD}
    />
  );
}

const METHOD =
  '申请的退货和补件，对同期出库件数；退货率 = 退货件数 ÷ 发货件数，超过 4.3% 标红。占比含补件。点数字看明细。';
