import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  askResource,
  askRoute,
  keyOf,
  QuickChip,
  QuickGroup,
  serverNow,
  tenantDay,
  useDictOptions,
  wireTimeAt,
  type ListHandle,
} from '#kit/web/index.ts';
import { holdType, salesOrder } from '../model/order.ts';
import { holdCountsRoute } from '../model/routes.ts';
import type { OrderRow } from './order-row.ts';

type Filters = Readonly<Record<string, string | undefined>>;

/** A filter one click away: what it sets, and how to see that it is set. */
interface Quick {
  title: string;
  set: () => Filters;
  isOn: (filters: Filters) => boolean;
}

const HOUR = 3_600_000;

/** Deadlines of a field: missed, and near. The bounds are moments of the tenant's day. */
const missed = (key: string, title: string): Quick => ({
  title,
  set: () => ({ [`${key}_begin`]: undefined, [`${key}_end`]: wireTimeAt(serverNow()) }),
  isOn: (filters) => {
    const end = filters[`${key}_end`];
    return !filters[`${key}_begin`] && !!end && end <= wireTimeAt(serverNow());
  },
});
const withinHours = (key: string, hours: number): Quick => ({
  title: `${hours}小时内`,
  set: () => ({
    [`${key}_begin`]: wireTimeAt(serverNow()),
    [`${key}_end`]: wireTimeAt(serverNow() + hours * HOUR),
  }),
  isOn: (filters) => {
    const end = filters[`${key}_end`];
    return !!filters[`${key}_begin`] && !!end && !end.endsWith('23:59:59');
  },
});
const onDay = (key: string, plusDays: number, title: string): Quick => ({
  title,
  set: () => ({
    [`${key}_begin`]: `${tenantDay(plusDays)} 00:00:00`,
    [`${key}_end`]: `${tenantDay(plusDays)} 23:59:59`,
  }),
  isOn: (filters) => filters[`${key}_end`] === `${tenantDay(plusDays)} 23:59:59`,
});
const exactly = (key: string, value: string, title: string): Quick => ({
  title,
  set: () => ({ [key]: value }),
  isOn: (filters) => filters[key] === value,
});

/** Groups of quick filters by tab; turning one off clears the names of its group. */
const GROUPS: Readonly<
  Record<string, readonly { title: string; clears: string[]; quick: Quick[] }[]>
> = {
  pending: [
    {
      title: '接单截止',
      clears: ['acceptDeadline_begin', 'acceptDeadline_end'],
      quick: [missed('acceptDeadline', '已超时'), withinHours('acceptDeadline', 4)],
    },
  ],
  shipping: [
    {
      title: '最晚发货',
      clears: ['shipBy_begin', 'shipBy_end'],
      quick: [missed('shipBy', '已逾期'), onDay('shipBy', 0, '今日'), onDay('shipBy', 1, '明日')],
    },
  ],
  shipped: [
    {
      title: 'ASN',
      clears: ['shipSync'],
      quick: [exactly('shipSync', 'failed', '失败'), exactly('shipSync', 'pending', '待同步')],
    },
  ],
  cancelled: [
    { title: '面单', clears: ['labelLoss'], quick: [exactly('labelLoss', '1', '有损失')] },
  ],
};

/** Names of the query that the chips of a tab show as they are. */
export const namesInChips = (tab: string, filters: Filters): string[] => [
  'holds',
  ...(filters['environment'] === 'sandbox' ? ['environment'] : []),
  ...(GROUPS[tab] ?? []).flatMap(({ clears, quick }) =>
    quick.some(({ isOn }) => isOn(filters)) ? clears : [],
  ),
];

/** What needs work first, one click away: deadlines, and reasons of holds with their counts. */
export function OrderQuick({ list, tab }: { list: ListHandle<OrderRow>; tab: string }): ReactNode {
  const { filters } = list.params;
  const isOpen = tab === 'pending' || tab === 'shipping';
  return (
    <>
      {(GROUPS[tab] ?? []).map(({ title, clears, quick }) => (
        <QuickGroup key={title} title={title}>
          {quick.map((one) => {
            const isOn = one.isOn(filters);
            return (
              <QuickChip
                key={one.title}
                isOn={isOn}
                title={`${title}：${one.title}`}
                onClick={() =>
                  list.setFilters({
                    ...filters,
                    ...Object.fromEntries(clears.map((name) => [name, undefined])),
                    ...(isOn ? {} : one.set()),
                  })
                }
              >
                {one.title}
              </QuickChip>
            );
          })}
        </QuickGroup>
      ))}
      {/* Behind what is always there: it comes with its counts, and moves nothing. */}
      {isOpen && <HoldChips list={list} />}
      <SandboxChip list={list} tab={tab} />
    </>
  );
}

/** What sandbox shops try out stands apart: one click away, where there is any. */
function SandboxChip({ list, tab }: { list: ListHandle<OrderRow>; tab: string }): ReactNode {
  const { filters } = list.params;
  const isOn = filters['environment'] === 'sandbox';
  const { data: counts } = useQuery({
    queryKey: keyOf(salesOrder, 'counts', { environment: 'sandbox' }),
    queryFn: ({ signal }) =>
      askResource<Record<string, number>>(
        salesOrder,
        'counts',
        { environment: 'sandbox' },
        { signal },
      ),
    placeholderData: (old) => old,
  });
  const count = counts?.[tab] ?? 0;
  if (count === 0 && !isOn) return null;
  return (
    <QuickGroup title="测试订单">
      <QuickChip
        isOn={isOn}
        count={count}
        onClick={() => list.setFilters({ ...filters, environment: isOn ? undefined : 'sandbox' })}
      >
        沙箱
      </QuickChip>
    </QuickGroup>
  );
}

/** Reasons of holds that some order of the tab has, or that are filtered for; several = any of. */
function HoldChips({ list }: { list: ListHandle<OrderRow> }): ReactNode {
  const options = useDictOptions(holdType);
  const { holds: _holds, ...others } = list.filter;
  const { data: counts } = useQuery({
    queryKey: keyOf(salesOrder, 'holdCounts', others),
    queryFn: ({ signal }) => askRoute(holdCountsRoute, { query: others, signal }),
    placeholderData: (old) => old,
  });
  const chosen = list.params.filters['holds']?.split(',') ?? [];
  const shown = options.filter(({ value }) => counts?.[value] || chosen.includes(value));
  const toggle = (value: string): void => {
    const next = chosen.includes(value)
      ? chosen.filter((one) => one !== value)
      : [...chosen, value];
    list.setFilters({ ...list.params.filters, holds: next.join(',') });
  };
  if (shown.length === 0) return null;
  return (
    <QuickGroup title="挂起">
      {shown.map(({ value, label }) => (
        <QuickChip
          key={value}
          isOn={chosen.includes(value)}
          count={counts?.[value] ?? 0}
          onClick={() => toggle(value)}
        >
          {label}
        </QuickChip>
      ))}
    </QuickGroup>
  );
}
