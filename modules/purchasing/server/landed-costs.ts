import { dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { madeByActor, noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt, suppliersOf } from '#modules/base/server/index.ts';
import {
  addLandedValue,
  receivedGoods,
  takeBackLandedValue,
  type CostSource,
  type LandedShare,
  type ReceivedGoods,
} from '#modules/inventory/server/index.ts';
import { landedCost, landedCostLifecycle, type LandedCostRow } from '../model/landed-cost.ts';
import { costByMaker, costNeeded, costTooSmall, nothingReceived } from '../model/landed-errors.ts';
import { spreadCost } from '../model/spread-cost.ts';
import { lockSuppliers, reasonAlone, suppliersTogether, type MadeAlone } from './alone-limit.ts';
import { landedWeights } from './landed-weights.ts';

/**
 * 过账: each received line bears its part; what is still in stock costs more from now on, the rest is
 * 成本差异. Stock is kept in one currency, so the amount becomes that by the rate of its day. What is owed
 * by it beyond the limit of one person is posted by somebody who did not write it.
 */
export const postLandedCost: Command = command(landedCostLifecycle, 'post', {
  async guard(_tx, rows) {
    return new Map(rows.filter(({ total }) => total === 0n).map(({ id }) => [id, costNeeded()]));
  },
  async run(tx, rows) {
    await lockSuppliers(tx, rows);
    for (const row of rows) await post(tx, row);
  },
});

/** Why whoever wrote a cost may not post it, or null. What was posted alone of the payee, or of nobody named, counts together. */
const reasonToCheckCost = (tx: Tx, row: LandedCostRow, value: bigint | null, base: string): Promise<string | null> =>
  reasonAlone(tx, {
    value,
    base,
    words: { value: '费用', limit: '单人上限' },
    others: (since) => postedAlone(tx, row, since),
  });

async function postedAlone(tx: Tx, { id, supplierId }: LandedCostRow, since: Date): Promise<MadeAlone[]> {
  const supplierIds = supplierId ? await suppliersTogether(tx, landedCost, { id, supplierId }) : [];
  return tx.rows`
    select c.cost_no as no, c.base_total as value from landed_cost c
    join landed_cost this on this.tenant_id = c.tenant_id and this.id = ${id}::uuid
    where c.tenant_id = ${tx.tenant} and c.posted_alone and c.status = 'posted' and c.id <> this.id
      and (c.supplier_id = any(${supplierIds}::uuid[]) or c.supplier_id is null or ${supplierId}::uuid is null)
      and c.maker_ids && this.maker_ids
      and c.posted_at > ${since} order by c.posted_at, c.id`;
}

async function post(tx: Tx, row: LandedCostRow): Promise<void> {
  const day = row.costDay ?? dayIn(tx.now, tx.actor.zone);
  const base = await baseCurrency(tx);
  const fxRate = await rateAt(tx, row.currency, base, day);
  const baseTotal = convertAmount(row.total, fxRate, row.currency, base);
  if (baseTotal === 0n) throw costTooSmall({ currency: base });
  const isAlone = !tx.actor.isSystem && (await madeByActor(tx, landedCost, [row.id])).has(row.id);
  const isOwn = isAlone && (await isOwnRate(tx, row.currency, base, day));
  const reason = isAlone ? await reasonToCheckCost(tx, row, isOwn ? null : baseTotal, base) : null;
  if (reason) throw costByMaker({ reason });
  await tx.run`update landed_cost set posted_alone = ${isAlone}
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  const goods = await goodsOf(tx, row.id);
  const weights = await landedWeights(tx, row.basis, goods);
  const parts = spreadCost(
    baseTotal,
    [...weights].map(([key, weight]) => ({ key, weight })),
  );
  const shares = goods.map((one) => ({ goods: one, amount: parts.get(one.lineId) ?? 0n }));
  const landed = await addLandedValue(tx, await sourceOf(tx, row, day), shares);
  await storeShares(tx, row.id, shares, landed);
  const stockValue = landed.reduce((sum, { stock }) => sum + stock, 0n);
  await setColumns(tx, landedCost, [row], {
    costDay: day,
    fxRate,
    baseCurrency: base,
    baseTotal,
    stockValue,
    variance: baseTotal - stockValue,
    postedBy: tx.actor.username,
    postedAt: tx.now,
  });
  await noteMakers(tx, landedCost, row.id);
}

/** @throws Refusal 422 naming the receipts of which nothing has come */
async function goodsOf(tx: Tx, costId: string): Promise<ReceivedGoods[]> {
  const receipts = await tx.rows<{ id: string; receiptNo: string }>`
    select r.id, r.receipt_no from landed_cost_receipt c
    join inbound_receipt r on r.tenant_id = c.tenant_id and r.id = c.receipt_id
    where c.tenant_id = ${tx.tenant} and c.cost_id = ${costId}::uuid order by r.id`;
  const goods = await receivedGoods(
    tx,
    receipts.map(({ id }) => id),
  );
  const come = new Set(goods.map(({ receiptId }) => receiptId));
  const empty = receipts.filter(({ id }) => !come.has(id));
  if (empty.length > 0 || goods.length === 0)
    throw nothingReceived({ receipts: empty.map(({ receiptNo }) => receiptNo) });
  return goods;
}

/** Owed to the supplier that was named, or to whoever will send the invoice. */
async function sourceOf(tx: Tx, row: LandedCostRow, day: string): Promise<CostSource> {
  const warehouse = await tx.one<{ id: string; name: string }>`
    select id, name from warehouse where tenant_id = ${tx.tenant} and id = ${row.warehouseId}::uuid`;
  const supplier = row.supplierId ? (await suppliersOf(tx, [row.supplierId])).get(row.supplierId) : undefined;
  return {
    refType: 'landedCost',
    refId: row.id,
    refNo: row.costNo,
    warehouse,
    day,
    owed: {
      code: 'ap:logistics',
      ...(row.supplierId ? { part: row.supplierId } : {}),
      ...(supplier ? { partName: supplier.name } : {}),
    },
  };
}

async function storeShares(
  tx: Tx,
  costId: string,
  shares: readonly { goods: ReceivedGoods; amount: bigint }[],
  landed: readonly LandedShare[],
): Promise<void> {
  const rows = shares.map(({ goods, amount }, index) => ({
    ...goods,
    amount,
    leftQty: landed[index]?.leftQty ?? 0,
    stock: landed[index]?.stock ?? 0n,
  }));
  await tx.run`
    insert into landed_cost_share (tenant_id, id, cost_id, receipt_id, receipt_line_id, sku_id, qty,
      left_qty, currency, amount, stock_value, variance, create_by, create_time)
    select ${tx.tenant}, s.id, ${costId}::uuid, s.receipt_id, s.line_id, s.sku_id, s.qty, s.left_qty,
      ${await baseCurrency(tx)}, s.amount, s.stock, s.amount - s.stock, ${tx.actor.username}, ${tx.now}
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((r) => r.receiptId)}::uuid[],
      ${rows.map((r) => r.lineId)}::uuid[], ${rows.map((r) => r.skuId)}::uuid[],
      ${rows.map((r) => r.qty)}::integer[], ${rows.map((r) => r.leftQty)}::integer[],
      ${rows.map((r) => r.amount)}::bigint[], ${rows.map((r) => r.stock)}::bigint[])
      as s (id, receipt_id, line_id, sku_id, qty, left_qty, amount, stock)`;
}

/** 冲销: today, whatever the day of the posting; goods that have left keep what they were costed with. */
export const reverseLandedCost: Command = command(landedCostLifecycle, 'reverse', {
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      const source = await sourceOf(tx, row, dayIn(tx.now, tx.actor.zone));
      const returnedValue = await takeBackLandedValue(tx, source, row.baseTotal ?? 0n);
      await setColumns(tx, landedCost, [row], {
        returnedValue,
        reverseReason: reason,
        reversedBy: tx.actor.username,
        reversedAt: tx.now,
      });
    }
  },
});

export const cancelLandedCost: Command = command(landedCostLifecycle, 'cancel', {
  run: async () => undefined,
});
