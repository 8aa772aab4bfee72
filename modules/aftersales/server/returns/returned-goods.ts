import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { sentLines } from '#modules/fulfilment/server/index.ts';
import { sentGoods, valueLines } from '#modules/inventory/server/index.ts';
import type { ReturnRow } from '../../model/return-order.ts';
import type { StoredLine } from './return-lines.ts';

/** Units of a line that come now. */
export interface Arrival {
  line: StoredLine;
  qty: number;
}

/** Goods that come with an arrival: of a bundle each component, with what they are worth. */
export interface ArrivingGoods {
  line: StoredLine;
  skuId: string;
  perUnit: number;
  qty: number;
  value: bigint;
  /** As of `LayerShare`: where all units were sent at the cost of one entry. */
  originId?: string;
}

/**
 * What arrivals are, in goods. Units that were sent are worth what they left with (domain.md §2.3), each
 * unit once; goods of no order are worth what the last ones cost.
 */
export async function goodsThatCome(tx: Tx, row: ReturnRow, arrivals: readonly Arrival[]): Promise<ArrivingGoods[]> {
  const ordered = arrivals.filter(({ line }) => line.orderLineId);
  const sent = await sentOf(
    tx,
    ordered.flatMap(({ line }) => line.orderLineId ?? []),
  );
  const before = await cameBefore(tx, [...sent.keys()]);
  const goods = ordered.flatMap(({ line, qty }) =>
    (sent.get(line.orderLineId ?? '') ?? []).map((one) => {
      const key = `${line.orderLineId} ${one.skuId}`;
      const came = before.get(key) ?? 0;
      const units = qty * one.perUnit;
      before.set(key, came + units);
      const share = (n: number): bigint => divideHalfUp(one.value * BigInt(n), BigInt(one.qty));
      const value = share(Math.min(one.qty, came + units)) - share(Math.min(one.qty, came));
      return {
        line,
        skuId: one.skuId,
        perUnit: one.perUnit,
        qty: units,
        value,
        ...(one.originId ? { originId: one.originId } : {}),
      };
    }),
  );
  return [...goods, ...(await strayGoods(tx, row, arrivals))];
}

/**
 * Goods that nobody sold, at the cost of the last ones there, else the standard cost: the same whoever
 * receives them, while what somebody may bring in alone is judged by what others know (stray-check.ts).
 */
async function strayGoods(tx: Tx, { warehouseId }: ReturnRow, arrivals: readonly Arrival[]): Promise<ArrivingGoods[]> {
  const stray = arrivals.filter(({ line }) => !line.orderLineId);
  if (stray.length === 0 || !warehouseId) return [];
  const valued = await valueLines(
    tx,
    warehouseId,
    stray.map(({ line, qty }) => ({
      id: line.id,
      skuId: line.skuId,
      condition: 'quarantine',
      qty,
      unitCost: null,
    })),
  );
  const exponent = exponentOf(await baseCurrency(tx));
  return stray.map(({ line, qty }, index) => {
    const unit = parseDecimal(valued[index]?.unitCost ?? '0', PRICE_SCALE) ?? 0n;
    return { line, skuId: line.skuId, perUnit: 1, qty, value: lineAmount(qty, unit, exponent) };
  });
}

type Sum = Omit<SentGoodsOfLine, 'skuId' | 'perUnit'>;

interface SentGoodsOfLine {
  skuId: string;
  perUnit: number;
  qty: number;
  value: bigint;
  /** Null where its units were sent at costs of several entries, or of none. */
  originId: string | null;
}

/** What left of each line, goods by goods. */
async function sentOf(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, SentGoodsOfLine[]>> {
  const lines = await sentLines(tx, [...new Set(orderLineIds)]);
  const goods = await sentGoods(tx, lines);
  const lineOf = new Map(lines.map(({ key, orderLineId }) => [key, orderLineId]));
  const units = new Map<string, number>();
  for (const { orderLineId, qty } of lines) units.set(orderLineId, (units.get(orderLineId) ?? 0) + qty);
  const sums = new Map<string, Map<string, Sum>>();
  for (const { key, skuId, qty, value, originId } of goods) {
    const orderLineId = lineOf.get(key) ?? '';
    const own = sums.get(orderLineId) ?? new Map<string, Sum>();
    const sum = own.get(skuId) ?? { qty: 0, value: 0n, originId };
    own.set(skuId, {
      qty: sum.qty + qty,
      value: sum.value + value,
      originId: sum.originId === originId ? originId : null,
    });
    sums.set(orderLineId, own);
  }
  return new Map(
    [...sums].map(([orderLineId, own]) => [
      orderLineId,
      [...own].map(([skuId, sum]) => ({
        skuId,
        ...sum,
        perUnit: Math.max(1, Math.round(sum.qty / (units.get(orderLineId) ?? sum.qty))),
      })),
    ]),
  );
}

/** Units that came back of each line before, goods by goods; what is none of ours never came. */
async function cameBefore(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ orderLineId: string; skuId: string; qty: number }>`
    select l.order_line_id, u.sku_id, sum(u.qty - u.per_unit * l.wrong_open)::integer as qty
    from return_line l join return_unit u on u.tenant_id = l.tenant_id and u.line_id = l.id
    where l.tenant_id = ${tx.tenant} and l.order_line_id = any(${[...orderLineIds]}::uuid[]) group by 1, 2`;
  return new Map(rows.map(({ orderLineId, skuId, qty }) => [`${orderLineId} ${skuId}`, qty]));
}

/** Notes what came with lines. */
export const storeGoods = (tx: Tx, goods: readonly ArrivingGoods[]): Promise<number> =>
  tx.run`
    insert into return_unit (tenant_id, id, line_id, sku_id, per_unit, qty, value, create_time)
    select ${tx.tenant}, g.id, g.line_id, g.sku_id, g.per_unit, g.qty, g.value, ${tx.now}
    from unnest(${goods.map(() => newId())}::uuid[], ${goods.map(({ line }) => line.id)}::uuid[],
      ${goods.map((g) => g.skuId)}::uuid[], ${goods.map((g) => g.perUnit)}::integer[],
      ${goods.map((g) => g.qty)}::integer[], ${goods.map((g) => g.value)}::bigint[])
      as g (id, line_id, sku_id, per_unit, qty, value)
    on conflict (tenant_id, line_id, sku_id) do update
      set qty = return_unit.qty + excluded.qty, value = return_unit.value + excluded.value`;
