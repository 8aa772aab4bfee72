import { trackingNumber, trackingNumbers } from '#kit/model/tracking-number.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { IncomingReturn, IncomingReturnLine } from '../../model/incoming-return.ts';
import { incomingReturnErrors } from '../../model/incoming-errors.ts';
import { returnOrder } from '../../model/return-order.ts';
import { cancelReturn, discardReturn, rejectReturn, submitReturn } from './request-return.ts';
import { returnDraft } from './return-draft.ts';

/** A return whose part numbers are our SKUs. */
export interface MappedReturn extends Omit<IncomingReturn, 'lines'> {
  accountId: string;
  /** Where goods of no order are expected. */
  usualWarehouseId: string | null;
  lines: (IncomingReturnLine & { skuId: string })[];
}

export interface TakenReturn {
  returnId: string;
  returnNo: string;
  outcome: 'created' | 'changed' | 'repeated';
}

/**
 * The one way of returns that come from outside: by their number there each is taken once, by interface,
 * by sheet or by report file. Goods of an order that we do not know become 非本单退回.
 */
export async function takeReturn(tx: Tx, registry: Registry, reported: MappedReturn): Promise<TakenReturn> {
  // The shop's row makes two who bring the same return see each other.
  await tx.run`select 1 from channel_account
    where tenant_id = ${tx.tenant} and id = ${reported.accountId}::uuid for no key update`;
  const known = await knownReturn(tx, reported.accountId, reported.channelReturnNo);
  if (known) return follow(tx, known, reported);
  if (reported.isCancelled) throw incomingReturnErrors.cancelledUnknown();
  const place = draftPlace({ resource: returnOrder, draft: returnDraft }, registry);
  const order = await orderOf(tx, reported);
  const stored = await addDraft(tx, place, await bodyOf(tx, reported, order));
  await moveInTransaction(tx, submitReturn, [stored.id]);
  // A channel whose clock is ahead of ours asks for nothing that is still to come.
  const requestedAt = reported.requestedAt > tx.now ? tx.now : reported.requestedAt;
  await setColumns(tx, returnOrder, [stored.id], { requestedAt });
  const returnNo = String((stored as Record<string, unknown>)['returnNo']);
  return { returnId: stored.id, returnNo, outcome: 'created' };
}

interface KnownReturn {
  id: string;
  returnNo: string;
  status: string;
  carrier: string | null;
  trackingNo: string | null;
}

/** A return by its number at the channel; one that was given up there is none. */
async function knownReturn(tx: Tx, accountId: string, channelReturnNo: string): Promise<KnownReturn | null> {
  const [found] = await pick(tx, returnOrder, [
    'id',
    'returnNo',
    'status',
    'carrier',
    'trackingNo',
  ])`account_id = ${accountId}::uuid and channel_ra_no_key = lower(${channelReturnNo})
    order by (status in ('cancelled', 'rejected', 'expired')), id limit 1`;
  return found ?? null;
}

const MOVING: ReadonlySet<string> = new Set(['draft', 'requested', 'approved', 'receiving']);

/** What is new of a return that we have: its parcel, or that nobody sends it any more. */
async function follow(tx: Tx, known: KnownReturn, reported: MappedReturn): Promise<TakenReturn> {
  const same = { returnId: known.id, returnNo: known.returnNo } as const;
  if (reported.isCancelled) {
    const end = { draft: discardReturn, requested: rejectReturn, approved: cancelReturn };
    const move = end[known.status as keyof typeof end];
    if (!move) return { ...same, outcome: 'repeated' };
    await moveInTransaction(tx, move, [known.id], { reason: '平台已取消退货' });
    return { ...same, outcome: 'changed' };
  }
  const trackingNo = numberOf(reported);
  const isNews = MOVING.has(known.status) && trackingNo !== undefined && trackingNo !== known.trackingNo;
  if (!isNews) return { ...same, outcome: 'repeated' };
  await setColumns(tx, returnOrder, [known.id], {
    trackingNo,
    carrier: reported.carrier?.slice(0, 64) ?? known.carrier,
  });
  return { ...same, outcome: 'changed' };
}

/** Its parcel; what stands in the place of a number and is none keeps no return away. */
function numberOf({ trackingNo }: MappedReturn): string | undefined {
  const number = trackingNumber(trackingNo ?? '').slice(0, 64);
  return number === '' || 'fault' in trackingNumbers(number) ? undefined : number;
}

interface ReturnedOrder {
  id: string;
}

/** The part of an order that sent these goods: a split one is several. */
async function orderOf(tx: Tx, reported: MappedReturn): Promise<ReturnedOrder | null> {
  if (!reported.channelOrderNo) return null;
  const skus = reported.lines.map(({ skuId }) => skuId);
  const found = await tx.maybe<ReturnedOrder>`
    select o.id from sales_order o
    where o.tenant_id = ${tx.tenant} and o.account_id = ${reported.accountId}::uuid
      and o.channel_order_no = ${reported.channelOrderNo} and o.order_type <> 'replacement'
    order by exists (select 1 from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
      and l.sku_id = any(${skus}::uuid[]) and l.qty_shipped > 0) desc, o.parent_id nulls first, o.split_seq
    limit 1`;
  return found ?? null;
}

async function bodyOf(tx: Tx, reported: MappedReturn, order: ReturnedOrder | null): Promise<Record<string, unknown>> {
  const [known] = order ? await pick(tx, salesOrder, ['status'])`id = ${order.id}::uuid` : [];
  if (known && ['new', 'accepted', 'ready', 'draft'].includes(known.status))
    throw incomingReturnErrors.notShipped({ po: reported.channelOrderNo ?? '' });
  if (!order && !reported.usualWarehouseId) throw incomingReturnErrors.noWarehouse();
  const reason = await tx.maybe<{ id: string }>`
    select id from return_reason where tenant_id = ${tx.tenant} and deleted_at is null
      and lower(code) in (lower(${reported.reasonCode}), 'channeldecision', 'unknown')
    order by lower(code) = lower(${reported.reasonCode}) desc, lower(code) limit 1`;
  if (!reason) throw incomingReturnErrors.noReason({ code: reported.reasonCode });
  const trackingNo = numberOf(reported);
  const foreign = order || !reported.channelOrderNo ? '' : `PO ${reported.channelOrderNo} 不在系统里`;
  return {
    type: order ? reported.type : 'unordered',
    ...(order ? { orderId: order.id } : { warehouseId: reported.usualWarehouseId }),
    accountId: reported.accountId,
    channelRaNo: reported.channelReturnNo,
    reasonId: reason.id,
    returnLabelBy: reported.labelBy,
    ...(reported.carrier ? { carrier: reported.carrier.slice(0, 64) } : {}),
    ...(trackingNo ? { trackingNo } : {}),
    remark:
      [reported.remark, foreign, !trackingNo && reported.trackingNo && `平台给的运单号 ${reported.trackingNo}`]
        .filter(Boolean)
        .join('；')
        .slice(0, 500) || null,
    lines: reported.lines.map(({ skuId, qty, unitCredit, note }) => ({
      skuId,
      qtyRequested: qty,
      ...(unitCredit === undefined ? {} : { unitCredit }),
      ...(note ? { note: note.slice(0, 255) } : {}),
    })),
  };
}
