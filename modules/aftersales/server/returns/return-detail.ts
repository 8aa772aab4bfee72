import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { deskGoods } from '#modules/inventory/server/index.ts';
import { readReturnable, type ReturnableOrder } from '#modules/orders/server/index.ts';
import type { ReturnSurroundings } from '../../model/return-routes.ts';
import { returnOrder, type ReturnType } from '../../model/return-order.ts';
import { stillOwed } from '../../model/return-errors.ts';
import { approvalReason, WEIGHED } from './alone-check.ts';
import { owedReturns } from './close-return.ts';
import { creditLimits } from './credit-limits.ts';
import { linesOf, type StoredLine } from './return-lines.ts';

/** What stands beside a return on its page: its orders, its credit notes and its goods. */
export async function returnDetail(
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & ReturnSurroundings> {
  const id = String(row['id']);
  const lines = (await linesOf(tx, [{ id }])).get(id) ?? [];
  const [orderId, otherId] = [row['orderId'], row['replacementOrderId']].map((one) => (one ? String(one) : ''));
  const orders = await readReturnable(
    tx,
    [orderId, otherId].filter((one): one is string => Boolean(one)),
  );
  const order = orders.get(orderId ?? '');
  const warehouseId = row['warehouseId'] ? String(row['warehouseId']) : undefined;
  const goods = await deskGoods(
    tx,
    lines.map(({ skuId }) => skuId),
    warehouseId,
  );
  const about = { type: row['type'] as ReturnType, orderId: orderId || null };
  const { limits } = await creditLimits(tx, about, lines);
  const creditableOf = (lineId: string): string | null => {
    const limit = limits.get(lineId);
    return limit && order ? formatDecimal(limit.most, exponentOf(order.currency)) : null;
  };
  const brief = ({ id: of, orderNo, channelOrderNo, status }: Brief): Brief => ({
    id: of,
    orderNo,
    channelOrderNo,
    status,
  });
  const replacement = orders.get(otherId ?? '');
  const owed = await owedReturns(tx, [row]);
  const mayNot = row['status'] === 'requested' ? await whyNotApprove(tx, id, lines, order) : null;
  return {
    ...(owed.has(id) ? { barred: { close: stillOwed().message } } : {}),
    ...(mayNot === null ? {} : { barred: { approve: `${mayNot}，登记人不能自己审核` } }),
    order: order ? brief(order) : null,
    replacement: replacement ? brief(replacement) : null,
    creditNotes: await notesOf(tx, id),
    goods: Object.fromEntries(
      lines.map((line) => [line.id, { ...goods(line.skuId), creditable: creditableOf(line.id) }]),
    ),
  };
}

async function whyNotApprove(
  tx: Tx,
  id: string,
  lines: readonly StoredLine[],
  order: ReturnableOrder | undefined,
): Promise<string | null> {
  const [row] = await pick(tx, returnOrder, WEIGHED)`id = ${id}::uuid`;
  return row ? approvalReason(tx, { row, lines, order }) : null;
}

interface Brief {
  id: string;
  orderNo: string;
  channelOrderNo: string;
  status: string;
}

async function notesOf(tx: Tx, returnId: string): Promise<ReturnSurroundings['creditNotes']> {
  const rows = await tx.rows<{
    id: string;
    creditNo: string;
    status: string;
    total: bigint;
    currency: string;
  }>`
    select id, credit_no, status, total, currency from credit_note
    where tenant_id = ${tx.tenant} and return_id = ${returnId}::uuid order by create_time desc, id desc`;
  return rows.map((note) => ({
    ...note,
    total: formatDecimal(note.total, exponentOf(note.currency)),
  }));
}
