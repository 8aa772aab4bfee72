import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { addDays } from '#kit/model/time.ts';
import {
  fetchRoute,
  keyOf,
  ListPage,
  QuickChip,
  QuickGroup,
  tenantDay,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { dayTotalsRoute, stockOfDay, type DayTotals } from '../model/stock-of-day.ts';
import { Units, valuedUnits } from './figures.tsx';
import { StockTotals } from './stock-totals.tsx';

type DayRow = WireRow<typeof stockOfDay>;

const units = (key: 'goodQty' | 'damagedQty' | 'quarantineQty'): ColumnSpec<DayRow> => ({
  key,
  width: 92,
  align: 'right',
  figure: (row) => String(row[key]),
  isBlank: (row) => row[key] === 0,
  render: (row) => <Units of={row[key]} />,
});
const MONEY = { width: 116, title: '金额' };

const COLUMNS: readonly ColumnSpec<DayRow>[] = [
  { key: 'skuId', isFaced: true, width: 180 },
  { key: 'warehouseId', width: 130, under: ['day'] },
  valuedUnits('openingQty', 'openingValue', MONEY),
  valuedUnits('inQty', 'inValue', MONEY),
  valuedUnits('outQty', 'outValue', MONEY),
  valuedUnits('qty', 'value', MONEY),
  units('goodQty'),
  units('damagedQty'),
  units('quarantineQty'),
];

/** 历史库存: what there was at the end of a day, and what came and went until then. */
export function StockOfDayList(): ReactNode {
  return (
    <ListPage
      of={stockOfDay}
      columns={COLUMNS}
      isSelectable
      quick={{ names: () => [], show: (list) => <Periods list={list} /> }}
      above={(list) => <DaySums list={list} />}
    />
  );
}

/** Days that are asked for again and again. */
function Periods({ list }: { list: ListHandle<DayRow> }): ReactNode {
  const { filters } = list.params;
  const today = tenantDay();
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastMonth = addDays(firstOfMonth, -1);
  const periods = [
    ['昨天', addDays(today, -1), addDays(today, -1)],
    ['本月', firstOfMonth, today],
    ['上月', `${lastMonth.slice(0, 8)}01`, lastMonth],
  ] as const;
  return (
    <QuickGroup title="日期">
      {periods.map(([title, from, to]) => {
        const isOn = filters['day_begin'] === from && filters['day_end'] === to;
        const next = isOn ? { day_begin: '', day_end: '' } : { day_begin: from, day_end: to };
        return (
          <QuickChip
            key={title}
            isOn={isOn}
            title={from === to ? from : `${from} 至 ${to}`}
            onClick={() => list.setFilters({ ...filters, ...next })}
          >
            {title}
          </QuickChip>
        );
      })}
    </QuickGroup>
  );
}

function DaySums({ list }: { list: ListHandle<DayRow> }): ReactNode {
  const { data, error } = useQuery({
    queryKey: keyOf(stockOfDay, 'totals', list.filter),
    queryFn: ({ signal }) => fetchRoute(dayTotalsRoute, { query: list.filter, signal }),
    placeholderData: (old) => old,
  });
  // The list says why, and nothing is summed of days that are refused.
  if (error) return null;
  return (
    <StockTotals
      currency={data?.currency}
      sums={
        data && [
          { title: `期初（${data.from} 零点）`, ...data.opening },
          { title: '入库', ...data.came },
          { title: '出库', ...data.went },
          { title: `期末（${data.to} 结束时）`, ...data.closing },
        ]
      }
      count={4}
      note={data ? noteOf(data) : '\u00a0'}
    />
  );
}

/** What the figures are about, or why there are none. */
function noteOf({ from, to, firstDay }: DayTotals): string {
  if (firstDay === null) return '还没有库存流水，任何一天的库存都是 0。';
  if (to < firstDay) return `${to} 还没有库存：第一条库存流水在 ${firstDay}，请查这一天或之后的日期。`;
  const days = from === to ? to : `${from} 至 ${to}`;
  const early = from < firstDay ? `第一条库存流水在 ${firstDay}，之前没有库存。` : '';
  return `${days}，按公司时区的日期算；品质互转不算出入库，货值是期末那时的成本。${early}`;
}
