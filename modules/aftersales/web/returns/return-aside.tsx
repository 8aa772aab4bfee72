import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  DetailPart,
  detailPath,
  FactList,
  FactPart,
  grouped,
  keyOf,
  NextStep,
  type NextHand,
  PartTable,
  SourceLink,
  StateTag,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { stockMovement } from '#modules/inventory/model/stock.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { creditNote, creditNoteLifecycle } from '../../model/credit-note.ts';
import { returnOrder, type ReturnState } from '../../model/return-order.ts';
import type { ReturnSurroundings } from '../../model/return-routes.ts';
import type { ReturnDetailRow } from './return-row.ts';

const NEXT: Readonly<Record<ReturnState, string | null>> = {
  draft: '填好后提交',
  requested: '审核：通过后给买家 RA 号，或驳回',
  approved: '等买家退回；包裹到了在退货签收台收货',
  receiving: '继续收货，到齐后收货完成',
  received: '质检：分出良品、不良品和错货',
  inspected: '处置：重新上架、翻新、报废或退供应商',
  disposed: '退款',
  credited: null,
  closed: null,
  rejected: null,
  cancelled: null,
  expired: null,
};
const NEAR_HOURS = 72;

/** What waits for whom, and until when. */
export function ReturnNext({ row }: { row: ReturnDetailRow }): ReactNode {
  const what = nextOf(row);
  if (what === null) return null;
  const isAwaited = row.status === 'approved' && row.type !== 'refundOnly' && row.dueAt;
  return (
    <NextStep
      what={what}
      who={handOf(row)}
      by={isAwaited ? [{ what: '退回截止', at: row.dueAt ?? '', nearHours: NEAR_HOURS }] : []}
      zone={null}
      place="公司"
    />
  );
}

const CREDITORS: NextHand = { team: '财务', permission: 'aftersales:returnOrder:credit' };
const NEXT_HANDS: Partial<Record<ReturnState, NextHand>> = {
  requested: { team: '客服', permission: 'aftersales:returnOrder:approve' },
  receiving: { team: '仓库', permission: 'aftersales:returnOrder:receive' },
  received: { team: '仓库', permission: 'aftersales:returnOrder:inspect' },
  inspected: { team: '仓库', permission: 'aftersales:returnOrder:dispose' },
};

/** Whose turn it is. */
const handOf = ({ status, type, isDisposalPending, barred }: ReturnDetailRow): NextHand | undefined =>
  (status === 'disposed' && barred?.['close'] !== undefined) || (status === 'approved' && type === 'refundOnly')
    ? CREDITORS
    : isDisposalPending
      ? undefined
      : NEXT_HANDS[status];

function nextOf(row: ReturnDetailRow): string | null {
  const { status, type, isDisposalPending, refurbOpen } = row;
  if (status === 'requested' && row.checkReason) return `${row.checkReason}，等另一个人审核`;
  if (status === 'approved' && type === 'refundOnly') return '退款，没有要收的货';
  if (status === 'inspected' && isDisposalPending) return '处置超过单人上限，等另一个人审核';
  if (status === 'disposed' && type === 'unordered')
    return refurbOpen > 0 ? '翻新后点翻新完成，再关闭' : '没有订单可退款，可以关闭';
  if (status === 'disposed' && row.barred?.['close'] === undefined) return '没有要退款的商品，可以关闭';
  if (refurbOpen > 0 && (status === 'credited' || status === 'closed'))
    return `还有 ${refurbOpen} 件待翻新，修好后点翻新完成`;
  return NEXT[status];
}

/** The order it came from, and the one that stands in for it. */
export function ReturnLinks({ row }: { row: ReturnDetailRow }): ReactNode {
  const { order, replacement } = row;
  const way = ({ id, status }: { id: string; status: string }, no: string): ReactNode => (
    <>
      <SourceLink title="看订单" permission="orders:salesOrder:list" path={detailPath(salesOrder, id)}>
        {no}
      </SourceLink>{' '}
      <StateTag lifecycle={orderLifecycle} state={status} />
    </>
  );
  const facts = [
    ...(order ? [{ key: 'order', title: '订单', value: way(order, order.channelOrderNo) }] : []),
    ...(replacement ? [{ key: 'replacement', title: '换货订单', value: way(replacement, replacement.orderNo) }] : []),
    ...(row.accountId ? [{ key: 'shop', title: '店铺', value: row.accountId_dictText ?? '' }] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>关联</h2>
      <FactList facts={facts} columns={1} />
    </section>
  );
}

const AMOUNTS: (keyof typeof returnOrder.fields)[] = [
  'expectedCredit',
  'creditTotal',
  'disposalValue',
  'recoveredValue',
  'lostValue',
  'creditBase',
];
const SETTLED: ReadonlySet<ReturnState> = new Set(['credited', 'closed']);

/** What the buyer gets, and what it costs; values that are hidden from the reader are not there. */
export function ReturnAmounts({ row }: { row: ReturnDetailRow }): ReactNode {
  const some = (key: keyof ReturnDetailRow): boolean => key in row && Number(row[key] ?? 0) !== 0;
  const keys = AMOUNTS.filter(some);
  // Before the refund the goods alone would look like a gain.
  if (SETTLED.has(row.status) && some('returnLoss')) keys.push('returnLoss');
  if (keys.length === 0) return null;
  return <FactPart of={returnOrder} row={row} title="金额" keys={keys} />;
}

/** Credit notes of the return, taken-back ones among them. */
export function CreditNotes({ notes }: { notes: ReturnSurroundings['creditNotes'] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        退款单（红字）<span className="wb-part-count">{notes.length}</span>
      </h2>
      <PartTable
        label="退款单（红字）"
        head={[{ title: '退款单号' }, { title: '状态' }, { title: '金额', isFigure: true }]}
        rows={notes.map(({ id, creditNo, status, total, currency }) => ({
          key: id,
          cells: [
            <SourceLink
              key="no"
              title="看退款单（红字）"
              permission="aftersales:creditNote:list"
              path={detailPath(creditNote, id)}
            >
              {creditNo}
            </SourceLink>,
            <StateTag key="state" lifecycle={creditNoteLifecycle} state={status} />,
            `${grouped(total)} ${currency}`,
          ],
        }))}
      />
    </section>
  );
}

type Movement = WireRow<typeof stockMovement>;

/** What the return did to stock, in its order. */
export function ReturnMovements({ row }: { row: ReturnDetailRow }): ReactNode {
  const maySee = usePermission('inventory:stockMovement:list');
  const request = useQuery({
    queryKey: keyOf(stockMovement, 'ofReturn', row.returnNo, row.version),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<Movement>>(
        stockMovement,
        'list',
        { refNo: row.returnNo, pageSize: 100, column: 'createTime', order: 'asc' },
        { signal },
      ),
    enabled: maySee && row.qtyReceived > 0,
    staleTime: 0,
  });
  if (!maySee || row.qtyReceived === 0) return null;
  return (
    <DetailPart title="库存变动" query={request} countOf={({ records }) => records.length} none="没有动过库存">
      {({ records }) => (
        <PartTable
          label="库存变动"
          head={[
            { title: '时间' },
            { title: 'SKU' },
            { title: '类型' },
            { title: '品质' },
            { title: '数量', isFigure: true },
            { title: '操作人' },
          ]}
          rows={records.map((one) => ({
            key: one.id,
            cells: [
              one.createTime,
              one.skuId_dictText,
              one.type_dictText,
              one.condition_dictText,
              one.qty > 0 ? `+${one.qty}` : String(one.qty),
              one.createBy,
            ],
          }))}
        />
      )}
    </DetailPart>
  );
}
