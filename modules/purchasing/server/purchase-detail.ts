import type { Tx } from '#kit/server/database.ts';
import { answeredLines, deskGoods, receiptsOf } from '#modules/inventory/server/index.ts';
import type { PurchaseSurroundings } from '../model/purchase-routes.ts';
import { mailsOf } from './order-mails.ts';
import { linesOf } from './purchase-lines.ts';

/** What an order led to in the warehouse, and its goods as people know them. */
export async function purchaseDetail(
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & PurchaseSurroundings> {
  const id = String(row['id']);
  const lines = (await linesOf(tx, [{ id }])).get(id) ?? [];
  const answered = await answeredLines(tx, [id]);
  const goods = await deskGoods(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  const comingOf = (lineId: string): number => answered.get(lineId)?.coming ?? 0;
  return {
    receipts: await receiptsOf(tx, id),
    mails: await mailsOf(tx, id),
    goods: Object.fromEntries(lines.map((line) => [line.id, { ...goods(line.skuId), coming: comingOf(line.id) }])),
  };
}
