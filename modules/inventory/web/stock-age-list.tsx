import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchRoute, grouped, keyOf, ListPage, QuickChip, type ColumnSpec, type ListHandle } from '#kit/web/index.ts';
import { ageTotalsRoute, STALE_DAYS, stockAge, type AgeTotals } from '../model/stock-age.ts';
import { valuedUnits } from './figures.tsx';
import { StockTotals } from './stock-totals.tsx';

type AgeRow = WireRow<typeof stockAge>;

/** 库龄: how long the goods lie, what they come to, and which of them nobody buys. */
export function StockAgeList(): ReactNode {
  return (
    <ListPage
      of={stockAge}
      columns={COLUMNS}
      filters={['skuId', 'warehouseId', 'band', 'isStale', 'age', 'oldestDay', 'lastSoldDay']}
      isSelectable
      quick={{
        names: ({ isStale }) => (isStale === STALE ? ['isStale'] : []),
        show: (list) => <StaleChip list={list} />,
      }}
      above={(list) => <AgeSums list={list} />}
    />
  );
}

const BAND = { width: 84, title: '货值' };
const WIDE = { width: 100, title: '货值' };

const COLUMNS: readonly ColumnSpec<AgeRow>[] = [
  { key: 'skuId', isFaced: true, width: 164 },
  {
    key: 'warehouseId',
    width: 124,
    under: [{ key: 'isStale', isBlank: ({ isStale }) => !isStale, render: StaleMark }],
  },
  valuedUnits('qty', 'value', { width: 92, title: '货值' }),
  valuedUnits('units30', 'value30', BAND),
  valuedUnits('units60', 'value60', BAND),
  valuedUnits('units90', 'value90', BAND),
  valuedUnits('units180', 'value180', WIDE),
  valuedUnits('units365', 'value365', WIDE),
  valuedUnits('unitsOver', 'valueOver', WIDE),
  { key: 'age', title: '最长库龄', width: 98, under: ['oldestDay'] },
  {
    key: 'lastSoldDay',
    width: 104,
    under: [
      {
        key: 'sold90',
        title: '近30 / 90天',
        render: ({ sold30, sold90 }) => `${grouped(sold30)} / ${grouped(sold90)} 件`,
      },
    ],
  },
];

/** Below the warehouse, as a word: a colour alone would say nothing. */
function StaleMark({ isStale }: AgeRow): ReactNode {
  return isStale ? <span className="iv-stale">呆滞</span> : null;
}

const STALE = '1';

const StaleChip = ({ list }: { list: ListHandle<AgeRow> }): ReactNode => {
  const { filters } = list.params;
  const isOn = filters['isStale'] === STALE;
  return (
    <QuickChip
      isOn={isOn}
      title={STALE_RULE}
      onClick={() => list.setFilters({ ...filters, isStale: isOn ? '' : STALE })}
    >
      只看呆滞
    </QuickChip>
  );
};

const STALE_RULE = `呆滞：最早的货超过 ${STALE_DAYS} 天，且本仓近 ${STALE_DAYS} 天没有售出`;

/** Band of the list behind each sum. */
const BAND_OF: Readonly<Record<string, string>> = {
  '30': 'd30',
  '60': 'd60',
  '90': 'd90',
  '180': 'd180',
  '365': 'd365',
  Over: 'over',
};

function AgeSums({ list }: { list: ListHandle<AgeRow> }): ReactNode {
  const { filters } = list.params;
  const { data } = useQuery({
    queryKey: keyOf(stockAge, 'totals', list.filter),
    queryFn: ({ signal }) => fetchRoute(ageTotalsRoute, { query: list.filter, signal }),
    placeholderData: (old) => old,
  });
  const choose = (name: string, value: string) => ({
    isOn: filters[name] === value,
    onClick: () => list.setFilters({ ...filters, [name]: filters[name] === value ? '' : value }),
  });
  return (
    <StockTotals
      currency={data?.currency}
      sums={
        data && [
          { title: '合计', units: data.qty, value: data.value },
          ...data.bands.map(({ key, ...band }) => ({
            ...band,
            ...choose('band', BAND_OF[key] ?? ''),
          })),
          { title: '呆滞（超过90天的）', ...staleOf(data), ...choose('isStale', STALE) },
        ]
      }
      count={8}
      note={`${STALE_RULE}。天数从入库当天算，调拨接着原来的天数。`}
    />
  );
}

const staleOf = ({ stale }: AgeTotals): { units: number; value: string | null } => ({
  units: stale.units,
  value: stale.value,
});
