import type { ReactNode } from 'react';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { WireRow } from '#kit/model/row.ts';
import { addDays } from '#kit/model/time.ts';
import {
  grouped,
  ListPage,
  QuickChip,
  QuickGroup,
  SourceLink,
  tenantDay,
  useIsMobile,
  usePage,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { ANALYSIS_DAYS, returnAnalysis, returnGroup, type ReturnGroup } from '../../model/return-analysis.ts';
import './analysis.css';

/** Of goods, with the face of their SKU. */
type Row = WireRow<typeof returnAnalysis> & { skuId_face?: RowFace | null };

interface Period {
  begin: string;
  end: string;
}

/** The days that the list is about: what was asked for, or the last ones. */
function periodOf(filters: Readonly<Record<string, unknown>>): Period {
  const end = String(filters['requestedOn_end'] ?? '') || tenantDay();
  const begin = String(filters['requestedOn_begin'] ?? '') || addDays(end, 1 - ANALYSIS_DAYS);
  return { begin, end };
}

/** The period stands in the address, where links of the rows read it. */
const shownPeriod = (): Period => periodOf(Object.fromEntries(new URLSearchParams(window.location.search)));

/** 93.8%, from a share such as 0.9375. */
const percent = (share: string | null): string =>
  share === null ? '—' : `${(Number(share) * 100).toFixed(1).replace(/\.0$/, '')}%`;

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

function Behind({
  row,
  more = {},
  title,
  children,
}: {
  row: Row;
  more?: Readonly<Record<string, string>>;
  title: string;
  children: ReactNode;
}): ReactNode {
  const { begin, end } = shownPeriod();
  const query = new URLSearchParams({
    requestedOn_begin: begin,
    requestedOn_end: end,
    ...filterOf(row),
    ...more,
  });
  return (
    <SourceLink
      title={title}
      permission="aftersales:returnIncident:list"
      path={`/orders/return-incident?${query.toString()}`}
    >
      {children}
    </SourceLink>
  );
}

function shippedOf(row: Row): string {
  const { begin, end } = shownPeriod();
  const { cartonNo: _carton, reason: _reason, ...filter } = filterOf(row);
  const query = { shippedOn_begin: begin, shippedOn_end: end, ...filter };
  return `/orders/shipped-units?${new URLSearchParams(query).toString()}`;
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

/** What follows 对象; 改进建议 is the last. */
const FIGURES: readonly ColumnSpec<Row>[] = [
  {
    key: 'returnRate',
    width: 108,
    align: 'right',
    figure: (row) => percent(row.returnRate),
    render: (row) => (
      <Behind row={row} more={{ kind: 'return' }} title="看退货">
        <span className={Number(row.returnRate ?? 0) > HIGH_RATE ? 'as-bad' : ''}>{percent(row.returnRate)}</span>
      </Behind>
    ),
    under: [{ key: 'returnedQty', render: (row) => `退 ${grouped(row.returnedQty)} 件` }],
  },
  {
    key: 'shippedQty',
    width: 108,
    align: 'right',
    figure: (row) => String(row.shippedQty),
    render: (row) => (
      <SourceLink title="看发货" permission="aftersales:shippedUnits:list" path={shippedOf(row)}>
        {grouped(row.shippedQty)}
      </SourceLink>
    ),
    under: [
      {
        key: 'partQty',
        render: (row) => (row.partQty > 0 ? `补件 ${grouped(row.partQty)}` : null),
      },
    ],
  },
  {
    key: 'loss',
    width: 120,
    align: 'right',
    figure: (row) => row.loss ?? '—',
    render: (row) => (
      <Behind row={row} title="看每一笔损失">
        {row.loss ? (
          <>
            <small>{row.baseCurrency}</small> {grouped(row.loss)}
          </>
        ) : (
          '—'
        )}
      </Behind>
    ),
  },
  {
    key: 'topReason',
    width: 128,
    render: (row) => (
      <Behind row={row} more={{ reason: row.topReason }} title="看这个原因的明细">
        {row.topReason}
      </Behind>
    ),
    under: [{ key: 'topShare', render: (row) => `占 ${percent(row.topShare)}` }],
  },
  {
    key: 'topFault',
    width: 108,
    render: (row) =>
      row.topFault ? (
        <Behind row={row} more={{ fault: row.topFault }} title="看这个责任方的明细">
          {row.topFault_dictText}
        </Behind>
      ) : (
        '—'
      ),
    under: [
      {
        key: 'faultShare',
        render: (row) => (row.faultShare === null ? null : `占 ${percent(row.faultShare)}`),
      },
    ],
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

/** 退货分析: each figure leads to the rows that it counts. */
export function ReturnAnalysis(): ReactNode {
  const { query } = usePage();
  const columns = useIsMobile() ? CARD_COLUMNS : COLUMNS;
  return <Analysis columns={isOfGoods(query['groupBy']) ? columns.goods : columns.others} />;
}

const Analysis = ({ columns }: { columns: readonly ColumnSpec<Row>[] }): ReactNode => (
  <ListPage<typeof returnAnalysis, Row>
    of={returnAnalysis}
    columns={columns}
    filters={FILTERS}
    quick={{
      names: ({ groupBy }) => (groupBy ? ['groupBy'] : []),
      show: (list) => <Choices list={list} />,
    }}
    above={(list) => <Method period={periodOf(list.params.filters)} />}
    onOpen={() => undefined}
  />
);

const SPANS = [30, 90, 180, 365];
const GROUPS = Object.entries(returnGroup.items) as [ReturnGroup, string][];

function Choices({ list }: { list: ListHandle<Row> }): ReactNode {
  const { filters } = list.params;
  const today = tenantDay();
  const { begin, end } = periodOf(filters);
  const shown = String(filters['groupBy'] ?? '') || 'sku';
  return (
    <>
      <QuickGroup title="维度">
        {GROUPS.map(([group, title]) => (
          <QuickChip
            key={group}
            isOn={shown === group}
            title={`按${title}汇总`}
            onClick={() => list.setFilters({ ...filters, groupBy: group })}
          >
            {title}
          </QuickChip>
        ))}
      </QuickGroup>
      <QuickGroup title="申请日期">
        {SPANS.map((span) => {
          const from = addDays(today, 1 - span);
          return (
            <QuickChip
              key={span}
              isOn={begin === from && end === today}
              title={`${from} 至 ${today}`}
              onClick={() => list.setFilters({ ...filters, requestedOn_begin: from, requestedOn_end: today })}
            >
              近 {span} 天
            </QuickChip>
          );
        })}
      </QuickGroup>
    </>
  );
}

const Method = ({ period: { begin, end } }: { period: Period }): ReactNode => (
  <p className="as-method">
    {begin} 至 {end} 申请的退货和补件，对同期出库件数；退货率 = 退货件数 ÷ 发货件数，超过 4.3%
    标红。占比含补件。点数字看明细。
  </p>
);
