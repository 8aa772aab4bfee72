import { invalid } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { isOrderSeen } from '#modules/orders/server/index.ts';
import { returnLine, returnOrder } from '../../model/return-order.ts';
import { returnReason } from '../../model/return-reason.ts';
import { approveReturn, submitReturn } from './request-return.ts';
import { finishReceiving, receiveReturn } from './receive-return.ts';
import { returnDraft } from './return-draft.ts';
import { strayReason } from './stray-check.ts';

/** Code of the reason of goods of which nobody knows why they came. */
const UNKNOWN_REASON = 'unknown';

/** Goods that nobody announced, as somebody holds them in their hands. */
export interface Unannounced {
  skuId: string;
  counted: number;
}

/** What is known of goods that nobody announced: the return in whose parcel they lay, or what somebody typed. */
export type UnorderedHead = { beside: string } | { head: Record<string, unknown> };

/** A return of goods that nobody awaited. */
export interface TakenIn {
  id: string;
  /** Why it waits for somebody else before it is received, in words; null where it lies in quarantine. */
  checkReason: string | null;
}

/**
 * Goods that no return awaits become a 非本单退回 of their own, approved, received and in quarantine in one
 * go, as far as one person may bring goods in alone. Beyond that it waits as requested: somebody else approves
 * it, and then it is received like any other.
 */
export async function takeInUnordered(
  tx: Tx,
  registry: Registry,
  from: UnorderedHead,
  goods: readonly Unannounced[],
): Promise<TakenIn> {
  requirePermission(tx.actor, 'aftersales:returnOrder:add');
  const head = 'beside' in from ? await headBeside(tx, from.beside) : await readHead(tx, from.head);
  const { id } = await addDraft(tx, draftPlace({ resource: returnOrder, draft: returnDraft }, registry), {
    reasonId: await unknownReason(tx),
    ...head,
    type: 'unordered',
    lines: goods.map(({ skuId, counted }) => ({ skuId, qtyRequested: counted })),
  });
  await moveInTransaction(tx, submitReturn, [id]);
  const [made] = await pick(tx, returnOrder, ['id', 'warehouseId'])`id = ${id}::uuid`;
  const checkReason = made ? await strayReason(tx, made) : null;
  if (checkReason !== null) {
    await setColumns(tx, returnOrder, [id], { checkReason });
    return { id, checkReason };
  }
  await moveInTransaction(tx, approveReturn, [id]);
  const lines = await pick(tx, returnLine, ['id', 'qtyRequested'])`return_id = ${id}::uuid`;
  await moveInTransaction(tx, receiveReturn, [id], {
    lines: lines.map((line) => ({ lineId: line.id, qty: line.qtyRequested })),
  });
  await moveInTransaction(tx, finishReceiving, [id]);
  return { id, checkReason };
}

async function headBeside(tx: Tx, returnId: string): Promise<Record<string, unknown>> {
  const keys = ['returnNo', 'accountId', 'warehouseId', 'carrier', 'trackingNo'] as const;
  const [beside] = await pick(tx, returnOrder, keys)`id = ${returnId}::uuid`;
  if (!beside) return {};
  const { returnNo, ...known } = beside;
  const head = Object.entries(known).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(head), remark: `随 ${returnNo} 的包裹退回` };
}

/** An order that somebody believes it to be of is noted, with its shop: nobody has agreed to take it back. */
async function readHead(tx: Tx, { orderId, ...said }: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (!orderId) return said;
  const id = String(orderId);
  const [order] = (await isOrderSeen(tx, id))
    ? await pick(tx, salesOrder, ['channelOrderNo', 'accountId'])`id = ${id}::uuid`
    : [];
  if (!order) throw invalid([{ field: 'orderId', code: 'gone', message: '订单不存在，请重新选择' }]);
  const words = [`订单 ${order.channelOrderNo}`, said['remark']].filter(Boolean);
  return { accountId: order.accountId, ...said, remark: words.join('；') };
}

/** 来源不明, or whatever reason is in use. */
async function unknownReason(tx: Tx): Promise<string> {
  const rows = await pick(tx, returnReason, ['id', 'code', 'status'])`deleted_at is null
    order by (code = ${UNKNOWN_REASON}) desc, sort_no, id`;
  const reason = rows.find(({ status }) => status === 'enabled');
  if (reason) return reason.id;
  throw invalid([{ field: 'reasonId', code: 'required', message: '先在“退货原因”里启用一个原因' }]);
}
