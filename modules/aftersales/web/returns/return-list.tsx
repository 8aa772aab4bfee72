import { useQuery } from '@tanstack/react-query';
import { BarcodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  DocumentImport,
  DraftDrawer,
  keyOf,
  ListPage,
  QuickChip,
  QuickGroup,
  TimeLeft,
  useIsMobile,
  usePage,
  usePermission,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import type { ReturnFace } from '../../model/return-face.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder } from '../../model/return-order.ts';
import { PrintReturnsButton, usePrintReturn } from './print-returns.tsx';
import { MOST_RETURN_ROWS } from '../../model/return-sheet-limit.ts';
import { RETURN_DIALOGS } from './lazy-return-dialogs.ts';
import { offeredReturnMoves } from './return-moves.ts';
import '../aftersales.css';

type ReturnRow = WireRow<typeof returnOrder> & Partial<ReturnFace>;

const ReturnForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={returnOrder}
    note="有订单的退货在订单详情点“申请退货”更快，明细会自动带出可退的数量"
    example={['WB-OUT-PLNT-S3', '1']}
    {...props}
  />
);

/** 退货: from the request to the credit, what is due soonest first. */
export function ReturnList(): ReactNode {
  const page = usePage();
  const actionsOf = usePrintReturn();
  const mayReceive = usePermission('aftersales:returnOrder:receive');
  return (
    <ListPage<typeof returnOrder, ReturnRow>
      of={returnOrder}
      form={ReturnForm}
      tab="pending"
      withAll
      sort={{ field: 'dueAt', order: 'asc' }}
      moves={offeredReturnMoves}
      dialogs={RETURN_DIALOGS}
      rowActions={(row) => [
        ...(mayReceive && row.deskOpen > 0
          ? [
              {
                key: 'desk',
                title: '继续收货',
                onClick: () => page.open(`/returns?ids=${row.id}`),
              },
            ]
          : []),
        ...actionsOf(row),
      ]}
      chosen={(list) => <PrintReturnsButton list={list} />}
      columns={useIsMobile() ? CARD_COLUMNS : COLUMNS}
      filters={FILTERS}
      toolbar={() => (
        <DocumentImport
          of={returnOrder}
          mostRows={MOST_RETURN_ROWS}
          rowMeans="一行一种商品，同一RA号的各行合成一张退货单；平台的退货报表可以直接导入"
        />
      )}
      quick={{
        names: ({ status, isDisposalPending }) => [
          ...(status ? ['status'] : []),
          ...(isDisposalPending === '1' ? ['isDisposalPending'] : []),
        ],
        show: (list) => <ReturnQuick list={list} />,
      }}
      emptyText="在已发货订单的详情点“申请退货”；没有单的包裹在“退货签收台”登记。"
    />
  );
}

const FILTERS = [
  'accountId',
  'warehouseId',
  'type',
  'reasonId',
  'fault',
  'orderId',
  'trackingNo',
  'dueAt',
  'isDisposalPending',
  'refurbOpen',
  'deskOpen',
  'environment',
  'createTime',
] as const;

const goodsText = ({ goods = [], kinds = 0 }: ReturnRow): string => {
  const names = goods.map(({ name, code }) => name || code);
  return names.join('、') + (kinds > names.length ? ` 等${kinds}种` : '');
};
const codesText = ({ goods = [] }: ReturnRow): string => goods.map(({ code, qty }) => `${code} ×${qty}`).join('，');

const DUE = {
  key: 'dueAt',
  width: 124,
  isBlank: (row) => !isAwaited(row),
  render: (row) => (isAwaited(row) ? <TimeLeft until={row.dueAt} nearHours={72} /> : '—'),
} satisfies ColumnSpec<ReturnRow>;

const COLUMNS: readonly ColumnSpec<ReturnRow>[] = [
  {
    key: 'itemSummary',
    title: '商品',
    width: 230,
    text: goodsText,
    render: (row) => goodsText(row) || row.itemSummary,
    pictureOf: (row) => row.goods?.[0]?.picture ?? null,
    under: [{ key: 'codes', title: 'SKU × 数量', text: codesText, render: codesText }],
  },
  { key: 'returnNo', width: 128, under: ['raNo'] },
  {
    key: 'status',
    width: 100,
    under: [
      {
        key: 'isDisposalPending',
        isBlank: (row) => !row.isDisposalPending,
        render: () => <span className="as-warn">处置待审核</span>,
      },
    ],
  },
  {
    key: 'orderId',
    width: 176,
    title: 'PO号',
    text: (row) => row.channelOrderNo ?? '',
    isBlank: (row) => !row.channelOrderNo,
    render: (row) => row.channelOrderNo ?? '—',
    under: [
      {
        key: 'buyer',
        title: '买家',
        width: 90,
        text: (row) => row.buyer ?? '',
        isBlank: (row) => !row.buyer,
        render: (row) => row.buyer ?? '',
      },
      { key: 'accountId', width: 94 },
    ],
  },
  {
    key: 'reasonId',
    width: 136,
    under: [
      { key: 'type', width: 64 },
      { key: 'fault', width: 52 },
    ],
  },
  {
    key: 'qtyReceived',
    title: '收/退',
    width: 88,
    text: (row) => `${row.qtyReceived}/${row.qtyRequested}`,
    render: (row) => `${row.qtyReceived}/${row.qtyRequested}`,
    under: [
      {
        key: 'deskOpen',
        isBlank: (row) => row.deskOpen === 0,
        render: (row) => <span className="as-warn">点数 {row.deskOpen} 未入库</span>,
      },
      {
        key: 'qtyGood',
        title: '良/损/错',
        text: (row) => judgedText(row),
        isBlank: (row) => judgedText(row) === '',
        render: (row) => judgedText(row),
      },
    ],
  },
  {
    key: 'expectedCredit',
    width: 104,
    under: [{ key: 'creditTotal', isBlank: (row) => Number(row.creditTotal) === 0 }],
  },
  { ...DUE, under: ['trackingNo'] },
  { key: 'warehouseId', hiddenByDefault: true },
  { key: 'createTime', hiddenByDefault: true },
];

/** A card has room for two facts: behind the state until when, as long as goods are waited for. */
const CARD_COLUMNS = [...COLUMNS.slice(0, 3), DUE, ...COLUMNS.slice(3, -3), ...COLUMNS.slice(-2)];

/** A clock runs only while the goods are waited for. */
const isAwaited = ({ dueAt, status }: ReturnRow): boolean => Boolean(dueAt) && status === 'approved';

const judgedText = ({ qtyGood, qtyDamaged, qtyWrong }: ReturnRow): string =>
  (
    [
      ['良', qtyGood],
      ['损', qtyDamaged],
      ['错', qtyWrong],
    ] as const
  )
    .filter(([, units]) => units > 0)
    .map(([word, units]) => `${word}${units}`)
    .join(' ');

/** States of the tab with how many stand in each, and disposals that wait for a second person. */
function ReturnQuick({ list }: { list: ListHandle<ReturnRow> }): ReactNode {
  const page = usePage();
  const mayReceive = usePermission('aftersales:returnOrder:receive');
  const { filters, tab } = list.params;
  const states = returnLifecycle.tabs[tab ?? '']?.states ?? [];
  return (
    <>
      {states.length > 1 && (
        <QuickGroup title="状态">
          {states.map((state) => (
            <StateChip key={state} list={list} state={state} />
          ))}
        </QuickGroup>
      )}
      {mayReceive && (tab === undefined || tab === 'coming') && (
        <Button size="small" icon={<BarcodeOutlined aria-hidden />} onClick={() => page.open('/returns')}>
          退货签收台
        </Button>
      )}
      {tab === 'judging' && (
        <QuickGroup title="处置">
          <QuickChip
            isOn={filters['isDisposalPending'] === '1'}
            onClick={() =>
              list.setFilters({
                ...filters,
                isDisposalPending: filters['isDisposalPending'] === '1' ? undefined : '1',
              })
            }
          >
            处置待审核
          </QuickChip>
        </QuickGroup>
      )}
    </>
  );
}

function StateChip({
  list,
  state,
}: {
  list: ListHandle<ReturnRow>;
  state: keyof typeof returnLifecycle.states;
}): ReactNode {
  const { filters } = list.params;
  const { status: _status, ...others } = list.filter;
  const request = { ...others, status: state };
  const { data: counts } = useQuery({
    queryKey: keyOf(returnOrder, 'counts', request),
    queryFn: ({ signal }) => fetchResource<Record<string, number>>(returnOrder, 'counts', request, { signal }),
    placeholderData: (old) => old,
  });
  const isOn = filters['status'] === state;
  return (
    <QuickChip
      isOn={isOn}
      count={counts && (counts[list.params.tab ?? '*'] ?? 0)}
      onClick={() => list.setFilters({ ...filters, status: isOn ? undefined : state })}
    >
      {returnLifecycle.states[state][0]}
    </QuickChip>
  );
}
