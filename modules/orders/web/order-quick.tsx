import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  fetchResource,
  fetchRoute,
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

const OPEN_TABS: readonly string[] = ['pending', 'shipping'];

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
const dueInHours = (key: string, hours: number): Quick => ({
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
const GROUPS: Readonly<Record<string, readonly { title: string; clears: string[]; quick: Quick[] }[]>> = {
  pending: [
    {
      title: '接单截止',
      clears: ['acceptDeadline_begin', 'acceptDeadline_end'],
      quick: [missed('acceptDeadline', '已超时'), dueInHours('acceptDeadline', 4)],
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
  cancelled: [{ title: '面单', clears: ['labelLoss'], quick: [exactly('labelLoss', '1', '有损失')] }],
};

/** Filters that are one click away where any order answers to them, with how many do. */
const COUNTED = [
  { group: '优先级', title: '加急', field: 'priority', value: 'rush,urgent', tabs: OPEN_TABS },
  {
    group: '补货',
    title: '缺货待补',
    field: 'backorderDate_begin',
    value: '2000-01-01',
    tabs: ['shipping'] as readonly string[],
  },
  // What sandbox shops try out stands apart.
  { group: '测试订单', title: '沙箱', field: 'environment', value: 'sandbox', tabs: null },
] as const;

/** Names of the query that the chips of a tab show as they are. */
export const namesInChips = (tab: string, filters: Filters): string[] => [
  'holds',
  ...COUNTED.filter(({ field, value }) => filters[field] === value).map(({ field }) => field),
  ...(GROUPS[tab] ?? []).flatMap(({ clears, quick }) => (quick.some(({ isOn }) => isOn(filters)) ? clears : [])),
];

/** What needs work first, one click away: deadlines, and reasons of holds with their counts. */
export function OrderQuick({ list, tab }: { list: ListHandle<OrderRow>; tab: string }): ReactNode {
  const { filters } = list.params;
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
      {OPEN_TABS.includes(tab) && <HoldChips list={list} />}
      {COUNTED.filter(({ tabs }) => tabs?.includes(tab) ?? true).map((one) => (
        <CountedChip key={one.field} list={list} tab={tab} of={one} />
      ))}
    </>
  );
}

function CountedChip({
  list,
  tab,
  of: { group, title, field, value },
}: {
  list: ListHandle<OrderRow>;
  tab: string;
  of: (typeof COUNTED)[number];
}): ReactNode {
  const { filters } = list.params;
  const isOn = filters[field] === value;
  const request = { [field]: value };
  const { data: counts } = useQuery({
    queryKey: keyOf(salesOrder, 'counts', request),
    queryFn: ({ signal }) => fetchResource<Record<string, number>>(salesOrder, 'counts', request, { signal }),
    placeholderData: (old) => old,
  });
  const count = counts?.[tab] ?? 0;
  if (count === 0 && !isOn) return null;
  return (
    <QuickGroup title={group}>
      <QuickChip
        isOn={isOn}
        count={count}
        onClick={() => list.setFilters({ ...filters, [field]: isOn ? undefined : value })}
      >
        {title}
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
    queryFn: ({ signal }) => fetchRoute(holdCountsRoute, { query: others, signal }),
    placeholderData: (old) => old,
  });
  const chosen = list.params.filters['holds']?.split(',') ?? [];
  const shown = options.filter(({ value }) => counts?.[value] || chosen.includes(value));
  const toggle = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    list.setFilters({ ...list.params.filters, holds: next.join(',') });
  };
  if (shown.length === 0) return null;
  return (
    <QuickGroup title="挂起">
      {shown.map(({ value, label }) => (
        <QuickChip key={value} isOn={chosen.includes(value)} count={counts?.[value] ?? 0} onClick={() => toggle(value)}>
          {label}
        </QuickChip>
      ))}
    </QuickGroup>
  );
}
