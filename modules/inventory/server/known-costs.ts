import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, MOST_AMOUNT, parseDecimal, unitPriceOf } from '#kit/model/money.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { amountTooLarge } from '#modules/base/model/errors.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { isOwnStandard, standardCost } from '#modules/catalog/server/index.ts';
import type { OpenLayer } from './cost-layers.ts';

/** An open layer as it is valued. */
export interface ValuedLayer extends OpenLayer {
  /** Nobody but the actor, or whom they act for, vouches for what it cost. */
  isOwn: boolean;
}

/** What the house knows of the cost of goods in one warehouse, by SKU. */
export interface KnownCosts {
  /** Oldest first. */
  layers: ReadonlyMap<string, ValuedLayer[]>;
  /**
   * What others than the actor vouch for, 1/10000 of the currency: what ordered goods that lie there cost,
   * else the standard cost (the actor's own only where it is no less), else the dearest unit of a year, in any warehouse.
   */
  known: ReadonlyMap<string, bigint>;
  /**
   * What units get that come without a cost, whoever enters them: that of the last receipt there, else the
   * standard cost (domain.md §2.3).
   */
  given: ReadonlyMap<string, string>;
  /** What units at a price come to, minor units of the base currency. */
  amountOf: (qty: number, price: bigint) => bigint;
}

/** Movements whose cost was said by somebody; others pass on what is known already. */
const SAID = sql`m.type in ('purchase_in', 'opening', 'adjust_in') and m.qty > 0 and m.unit_cost > 0`;

/** Nobody else has looked at what the movement `m` cost: an adjustment, or a receipt, of the actor alone. */
const ofActorAlone = ({ actor }: Pick<Tx, 'actor'>) => sql`
  (coalesce(a.posted_alone and a.maker_ids && ${partakers(actor)}::uuid[], false)
    or coalesce(r.alone_ids && ${partakers(actor)}::uuid[], false))`;

const WHERE_SAID = sql`
  left join stock_adjustment a on a.tenant_id = m.tenant_id and a.id = m.ref_id
    and m.ref_type = 'stockAdjustment'
  left join inbound_receipt r on r.tenant_id = m.tenant_id and r.id = m.ref_id
    and m.ref_type = 'inboundReceipt'`;

/** Reads what is known of the cost of SKUs to the actor. */
export async function knownCosts(
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<KnownCosts> {
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const rows = await tx.query<ValuedLayer & { skuId: string; isOrdered: boolean }>(sql`
    select c.sku_id, c.qty_left, c.value_left, ${ofActorAlone(tx)} as is_own,
      coalesce(m.type = 'purchase_in' and r.ref_type is not null, false) as is_ordered
    from cost_layer c
    left join stock_movement m on m.tenant_id = c.tenant_id and m.id = c.movement_id
    ${WHERE_SAID}
    where c.tenant_id = ${tx.tenant} and c.warehouse_id = ${warehouseId}::uuid
      and c.sku_id = any(${skuIds}::uuid[]) and c.qty_left > 0 order by c.id`);
  const layers = Map.groupBy(rows, ({ skuId }) => skuId);
  const known = new Map<string, bigint>();
  const given = new Map<string, string>();
  for (const { id, last, standard, isOwn, year } of await costsOf(tx, warehouseId, skuIds)) {
    const ordered = meanOf(
      (layers.get(id) ?? []).filter((one) => one.isOrdered && !one.isOwn),
      exponent,
    );
    const said = [standard, year].flatMap((text) => (text ? [priceOf(text)] : []));
    // One's own word lowers nothing that others have said.
    const cost = ordered ?? (isOwn ? dearest(said) : (said[0] ?? null));
    if (cost !== null) known.set(id, cost);
    const text = last ?? standard;
    if (text !== null) given.set(id, text);
  }
  const most = BigInt(MOST_AMOUNT) * 10n ** BigInt(exponent);
  return {
    ...{ layers, known, given },
    amountOf(qty, price) {
      const amount = lineAmount(qty, price, exponent);
      if (amount > most) throw amountTooLarge({ currency });
      return amount;
    },
  };
}

const dearest = (prices: readonly bigint[]): bigint | null =>
  prices.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null);

export const priceOf = (text: string): bigint => parseDecimal(text, 4) ?? 0n;

/** Null where nothing lies there, or what does was free of charge. */
function meanOf(layers: readonly OpenLayer[], exponent: number): bigint | null {
  const qty = layers.reduce((sum, { qtyLeft }) => sum + qtyLeft, 0);
  const value = layers.reduce((sum, { valueLeft }) => sum + valueLeft, 0n);
  return value > 0n ? unitPriceOf(value, qty, exponent) : null;
}

interface Costs {
  id: string;
  /** The last receipt in the warehouse, whoever said so. */
  last: string | null;
  standard: string | null;
  /** The actor had a hand in the standard cost. */
  isOwn: boolean;
  year: string | null;
}

const costsOf = (tx: Tx, warehouseId: string, skuIds: readonly string[]): Promise<Costs[]> =>
  tx.query(sql`
    select s.id, last.unit_cost::text as last, nullif(${standardCost(tx)}, 0)::text as standard,
      ${isOwnStandard(tx)} as is_own,
      year.unit_cost::text as year
    from sku s
    left join lateral (
      select m.unit_cost from stock_movement m
      where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${warehouseId}::uuid and m.sku_id = s.id
        and m.qty > 0 and m.unit_cost > 0
      order by m.id desc limit 1) last on true
    left join lateral (
      select m.unit_cost from stock_movement m ${WHERE_SAID}
      where m.tenant_id = ${tx.tenant} and m.sku_id = s.id and ${SAID}
        and m.create_time > ${tx.now}::timestamptz - interval '1 year' and not ${ofActorAlone(tx)}
      order by m.unit_cost desc limit 1) year on true
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])`);

/** Whether anybody but the actor has ever said what goods cost, of any SKU: else there is nothing to compare with. */
export const isCostKnown = async (tx: Tx): Promise<boolean> =>
  (
    await tx.query<{ one: number }>(sql`
      select 1 as one from stock_movement m ${WHERE_SAID}
      where m.tenant_id = ${tx.tenant} and ${SAID} and not ${ofActorAlone(tx)} limit 1`)
  ).length > 0;
