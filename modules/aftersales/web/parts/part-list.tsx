import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import {
  fetchResource,
  DocumentImport,
  downloadFrom,
  fetched,
  keyOf,
  ListPage,
  QuickChip,
  QuickGroup,
  serverNow,
  toastError,
  tenantDay,
  TimeLeft,
  usePage,
  usePermission,
  wireTimeAt,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { text } from '#kit/model/field.ts';
import { partOrder } from '../../model/part-order.ts';
import { CHANNEL_FILE, channelTemplateRoute, MOST_PART_LINES } from '../../model/part-sheet.ts';
import { PART_DIALOGS } from './part-dialogs.ts';
import { deadlineOf, isUnconfirmed, NEAR_HOURS, partMoves, type PartRow } from './part-row.ts';
import './parts.css';

const ShipChosen = fetched<{ rows: readonly PartRow[]; onDone: () => void }>(() =>
  import('./ship-chosen.tsx').then((module) => module.ShipChosen),
);

/** 配件补发: what buyers ask for again, what runs out first at the top. */
export function PartOrderList(): ReactNode {
  const { open } = usePage();
  const mayAdd = usePermission('aftersales:partOrder:add');
  return (
    <ListPage<typeof partOrder, PartRow>
      of={partOrder}
      form={null}
      sort={{ field: 'dueAt', order: 'asc' }}
      columns={COLUMNS}
      filters={[
        { key: 'keyword', field: text('查找', { hint: '补发单号、平台补件号、PO号、运单号' }) },
        'accountId',
        'warehouseId',
        'status',
        'dueAt',
        'receivedAt',
        'partOrderNo',
        'channelPartNo',
        'orderId',
        'waitingCount',
        'rejectReason',
        'answerStatus',
        'trackingNo',
        'shippedAt',
        'shipToName',
      ]}
      moves={partMoves}
      batch={['submit', 'confirm', 'needInfo', 'markAnswered', 'close', 'reject', 'cancel']}
      dialogs={PART_DIALOGS}
      quick={{ names: (filters) => namesOn(filters), show: (list) => <PartChips list={list} /> }}
      primary={
        mayAdd ? (
          <Button type="primary" onClick={() => open('/orders/part/new')}>
            新增补件
          </Button>
        ) : null
      }
      toolbar={() => <PartImport />}
      chosen={(list) => {
        const { selection } = list;
        if (selection.mode !== 'rows') return null;
        return <ShipChosen rows={selection.rows} onDone={list.clearSelection} />;
      }}
      onOpen={(row) => open(`/orders/part/${row.id}${row.status === 'draft' ? '/edit' : ''}`)}
      emptyText="买家少件、破损要的配件在这里：在订单页点“申请补件”，或在这里新增、导入。"
    />
  );
}

const PartImport = (): ReactNode => (
  <DocumentImport
    of={partOrder}
    mostRows={MOST_PART_LINES}
    rowMeans="一行一种配件，同一平台补件号的各行合成一张补发单"
    templates={
      <Button type="link" onClick={() => void downloadFrom(channelTemplateRoute, CHANNEL_FILE).catch(toastError)}>
        平台补件文件模板
      </Button>
    }
  />
);

const COLUMNS: readonly ColumnSpec<PartRow>[] = [
  {
    key: 'itemSummary',
    width: 220,
    pictureOf: (row) => row.picture ?? null,
    under: [
      { key: 'unitCount', width: 72, render: (row) => `共 ${row.unitCount} 件` },
      {
        key: 'waitingCount',
        width: 110,
        isBlank: (row) => row.waitingCount === 0,
        text: (row) => (row.waitingCount > 0 ? `待采购到货 ${row.waitingCount}` : ''),
        render: (row) => (row.waitingCount > 0 ? <span className="as-amber">待采购到货 {row.waitingCount}</span> : '—'),
      },
    ],
  },
  { key: 'partOrderNo', width: 150, under: ['channelPartNo'] },
  {
    key: 'status',
    width: 116,
    under: [
      'rejectReason',
      {
        key: 'answerStatus',
        width: 120,
        isBlank: (row) => row.answerStatus !== 'todo',
        text: (row) => (row.answerStatus === 'todo' ? (row.answerStatus_dictText ?? '') : ''),
        render: (row) =>
          row.answerStatus === 'todo' ? <span className="as-amber">{row.answerStatus_dictText}</span> : '—',
      },
      {
        key: 'askedInfo',
        width: 160,
        isBlank: (row) => row.status !== 'needInfo' || !row.askedInfo,
        text: (row) => (row.status === 'needInfo' ? (row.askedInfo ?? '') : ''),
        render: (row) => (row.status === 'needInfo' ? row.askedInfo : null) ?? '—',
      },
    ],
  },
  {
    key: 'dueAt',
    title: '倒计时',
    width: 148,
    isBlank: (row) => deadlineOf(row) === null,
    render: (row) => {
      const next = deadlineOf(row);
      return next ? <TimeLeft until={next.at} nearHours={NEAR_HOURS} /> : '—';
    },
    under: [
      {
        key: 'dueWord',
        title: '截止',
        width: 150,
        isBlank: (row) => deadlineOf(row) === null,
        text: (row) => dueText(row),
        render: (row) => dueText(row) || '—',
      },
    ],
  },
  { key: 'orderId', title: 'PO号', width: 150, under: ['shipToName', 'shipToState'] },
  { key: 'warehouseId', width: 130, under: ['accountId'] },
  {
    key: 'trackingNo',
    width: 168,
    under: [
      { key: 'carrier', width: 60 },
      {
        key: 'shippedAt',
        width: 100,
        isBlank: (row) => !row.shippedAt,
        text: (row) => row.shippedAt?.slice(5, 16) ?? '',
        render: (row) => row.shippedAt?.slice(5, 16) ?? '',
      },
    ],
  },
  ...(['receivedAt', 'confirmBy', 'shipBy', 'extendedTo', 'cost', 'origin', 'environment'] as const).map(
    (key): ColumnSpec<PartRow> => ({ key, hiddenByDefault: true }),
  ),
];

function dueText(row: PartRow): string {
  const next = deadlineOf(row);
  if (!next) return '';
  const extended = row.extendedTo !== null && !isUnconfirmed(row) ? '（已延期）' : '';
  return `${next.what} ${next.at.slice(5, 16)}${extended}`;
}

type Filters = Readonly<Record<string, string | undefined>>;

/** A chip: the tab and the filters that it sets, and how to see that they are set. */
interface Chip {
  title: string;
  tab: string | undefined;
  set: () => Filters;
  isOn: (filters: Filters) => boolean;
}

const byStatus = (title: string, tab: string, status: string): Chip => ({
  title,
  tab,
  set: () => ({ status }),
  isOn: (filters) => filters['status'] === status,
});

const CHIPS: readonly Chip[] = [
  byStatus('待确认', 'open', 'new'),
  {
    title: '今日到期',
    tab: undefined,
    set: () => ({
      dueAt_begin: wireTimeAt(serverNow()),
      dueAt_end: `${tenantDay(0)} 23:59:59`,
    }),
    isOn: (filters) => filters['dueAt_end'] === `${tenantDay(0)} 23:59:59`,
  },
  {
    title: '已超时',
    tab: undefined,
    set: () => ({ dueAt_end: wireTimeAt(serverNow()) }),
    isOn: (filters) =>
      !filters['dueAt_begin'] && !!filters['dueAt_end'] && filters['dueAt_end'] <= wireTimeAt(serverNow()),
  },
  byStatus('待补资料', 'open', 'needInfo'),
  byStatus('待发货', 'shipping', 'confirmed'),
];

const CLEARS = { status: undefined, dueAt_begin: undefined, dueAt_end: undefined };

/** Names of the query that a chip shows as they are. */
const namesOn = (filters: Filters): string[] => (CHIPS.some(({ isOn }) => isOn(filters)) ? Object.keys(CLEARS) : []);

function PartChips({ list }: { list: ListHandle<PartRow> }): ReactNode {
  return (
    <QuickGroup title="要处理的">
      {CHIPS.map((chip) => (
        <CountedChip key={chip.title} chip={chip} list={list} />
      ))}
    </QuickGroup>
  );
}

function CountedChip({ chip, list }: { chip: Chip; list: ListHandle<PartRow> }): ReactNode {
  const { filters, tab } = list.params;
  const isOn = chip.isOn(filters);
  // By the minute: a second later the same question would be another one.
  const request = Object.fromEntries(Object.entries(chip.set()).map(([name, value]) => [name, toMinute(value ?? '')]));
  const { data: counts } = useQuery({
    queryKey: keyOf(partOrder, 'counts', request),
    queryFn: ({ signal }) => fetchResource<Record<string, number>>(partOrder, 'counts', request, { signal }),
    placeholderData: (old) => old,
  });
  const count = counts === undefined ? undefined : countIn(counts, chip);
  return (
    <QuickChip
      isOn={isOn}
      count={count}
      onClick={() =>
        list.setParams({
          ...list.params,
          tab: isOn ? tab : chip.tab,
          filters: withoutBlanks({ ...filters, ...CLEARS, ...(isOn ? {} : chip.set()) }),
          pageNo: 1,
        })
      }
    >
      {chip.title}
    </QuickChip>
  );
}

const toMinute = (value: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) && !value.endsWith('23:59:59') ? `${value.slice(0, 16)}:00` : value;

const countIn = (counts: Readonly<Record<string, number>>, { tab }: Chip): number =>
  tab ? (counts[tab] ?? 0) : (counts['open'] ?? 0) + (counts['shipping'] ?? 0);

const withoutBlanks = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])));
