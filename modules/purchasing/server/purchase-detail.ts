import type { Tx } from '#kit/server/database.ts';
import { answeredLines, deskGoods, receiptsOf } from '#modules/inventory/server/index.ts';
import type { PurchaseSurroundings } from '../model/purchase-routes.ts';
import { linesOf, openOf } from './purchase-lines.ts';

const COMING: readonly unknown[] = ['ordered', 'partially_received'];

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
    goods: Object.fromEntries(
      lines.map((line) => [line.id, { ...goods(line.skuId), coming: comingOf(line.id) }]),
    ),
    unannounced: COMING.includes(row['status'])
      ? lines.reduce((sum, line) => sum + Math.max(0, openOf(line) - comingOf(line.id)), 0)
      : 0,
  };
}
