import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, MOST_AMOUNT, parseDecimal, unitPriceOf } from '#kit/model/money.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { amountTooLarge } from '#modules/base/model/errors.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { isOwnStandard, othersStandard, standardCost } from '#modules/catalog/server/index.ts';
import type { OpenLayer } from './cost-layers.ts';

/** An open layer as it is valued. */
export interface ValuedLayer extends OpenLayer {
  /**
   * Nobody but the actor, or whom they act for, vouches for what it cost: whatever warehouses it has been to, it
   * is the word of who entered it. Where nobody entered it (goods found by a count, or parts of what was taken
   * apart), nobody vouches for it.
   */
  isOwn: boolean;
  /** Nobody has looked at what it cost but who said so, whoever that is. */
  isAlone: boolean;
  /** It came by an order. */
  isOrdered: boolean;
}

/** What the house knows of the cost of goods in one warehouse, by SKU. */
export interface KnownCosts {
  /** Oldest first. */
  layers: ReadonlyMap<string, ValuedLayer[]>;
  /**
   * What is known of a unit, 1/10000 of the currency: what ordered goods that lie there cost where somebody
   * else has looked at their price, else the standard cost, else the dearest unit of a year, in any warehouse. A
   * standard cost of the actor's own, and a price that one person ordered at alone, make nothing cheaper than others say.
   */
  known: ReadonlyMap<string, bigint>;
  /**
   * What others vouch for of a unit, by SKU: by a standard cost that is not the actor's, or by two people.
   * Of what is not here, the cost is the word of one person.
   */
  vouched: ReadonlyMap<string, bigint>;
  /**
   * What units get that come without a cost, whoever enters them: that of the last receipt there, else the
   * standard cost (domain.md §2.3).
   */
  given: ReadonlyMap<string, string>;
  /** What units at a price come to, minor units of the base currency. */
  amountOf: (qty: number, price: bigint) => bigint;
}

const IS_ENTRY = sql`m.type in ('purchase_in', 'opening', 'adjust_in')`;

/** Movements whose cost was said by somebody; others pass on what is known already. */
const STATED_COST = sql`${IS_ENTRY} and m.qty > 0 and m.unit_cost > 0`;

/** Nobody else has looked at what the movement `m` cost, whoever said so. */
const OF_ONE_ALONE = sql`(coalesce(a.posted_alone, false) or coalesce(r.alone_ids, '{}') <> '{}')`;

/** Nobody else has looked at what the movement `m` cost: an adjustment, or a receipt, of the actor alone. */
const ofActorAlone = ({ actor }: Pick<Tx, 'actor'>) => sql`
  (coalesce(a.posted_alone and a.maker_ids && ${partakers(actor)}::uuid[], false)
    or coalesce(r.alone_ids && ${partakers(actor)}::uuid[], false))`;

const COST_SOURCE = sql`
  left join stock_adjustment a on a.tenant_id = m.tenant_id and a.id = m.ref_id
    and m.ref_type = 'stockAdjustment'
  left join inbound_receipt r on r.tenant_id = m.tenant_id and r.id = m.ref_id
    and m.ref_type = 'inboundReceipt'`;

/**
 * Reads what is known of the cost of SKUs to the actor.
 * @param warehouseId null where it matters nothing where they lie: then only what is said of them anywhere counts
 */
export async function knownCosts(tx: Tx, warehouseId: string | null, skuIds: readonly string[]): Promise<KnownCosts> {
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const rows = await tx.query<ValuedLayer & { skuId: string }>(sql`
    select c.sku_id, c.qty_left, c.value_left,
      (not coalesce(${IS_ENTRY}, false) or ${ofActorAlone(tx)}) as is_own, ${OF_ONE_ALONE} as is_alone,
      coalesce(m.type = 'purchase_in' and r.ref_type is not null, false) as is_ordered
    from cost_layer c
    left join stock_movement m on m.tenant_id = c.tenant_id and m.id = c.origin_id
    ${COST_SOURCE}
    where c.tenant_id = ${tx.tenant} and c.warehouse_id = ${warehouseId}::uuid
      and c.sku_id = any(${skuIds}::uuid[]) and c.qty_left > 0 order by c.id`);
  const layers = Map.groupBy(rows, ({ skuId }) => skuId);
  const known = new Map<string, bigint>();
  const vouched = new Map<string, bigint>();
  const given = new Map<string, string>();
  for (const { id, last, ...said } of await costsOf(tx, warehouseId, skuIds)) {
    const ordered = (layers.get(id) ?? []).filter((one) => one.isOrdered && !one.isOwn);
    const seen = meanOf(
      ordered.filter((one) => !one.isAlone),
      exponent,
    );
    const cost = seen ?? costOf(said, meanOf(ordered, exponent));
    if (cost !== null) known.set(id, cost);
    const others = seen ?? pricedAt(said.others) ?? pricedAt(said.approved);
    if (others !== null) vouched.set(id, others);
    const text = last ?? said.standard;
    if (text !== null) given.set(id, text);
  }
  const most = BigInt(MOST_AMOUNT) * 10n ** BigInt(exponent);
  return {
    layers,
    known,
    vouched,
    given,
    amountOf(qty, price) {
      const amount = lineAmount(qty, price, exponent);
      if (amount > most) throw amountTooLarge({ currency });
      return amount;
    },
  };
}

/**
 * What is said of a unit where nobody else has looked at a price that it was ordered at.
 * @param ordered what somebody ordered it at alone that lies there
 */
function costOf({ standard, others, isOwn, year }: Omit<Costs, 'id' | 'last'>, ordered: bigint | null): bigint | null {
  if (ordered === null && !isOwn) return pricedAt(standard) ?? pricedAt(year);
  const prices = [ordered, ...[standard, others, year].map(pricedAt)];
  return dearest(prices.flatMap((one) => one ?? []));
}

const pricedAt = (text: string | null): bigint | null => (text === null ? null : priceOf(text));

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
  /** The latest standard cost in which they had none. */
  others: string | null;
  /** The dearest unit of a year of which the actor alone is not the only witness. */
  year: string | null;
  /** The dearest of those at which two people have looked. */
  approved: string | null;
}

const costsOf = (tx: Tx, warehouseId: string | null, skuIds: readonly string[]): Promise<Costs[]> =>
  tx.query(sql`
    select s.id, last.unit_cost::text as last, nullif(${standardCost(tx)}, 0)::text as standard,
      ${isOwnStandard(tx)} as is_own, nullif(${othersStandard(tx)}, 0)::text as others,
      year.unit_cost::text as year, approved.unit_cost::text as approved
    from sku s
    left join lateral (
      select m.unit_cost from stock_movement m
      where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${warehouseId}::uuid and m.sku_id = s.id
        and m.qty > 0 and m.unit_cost > 0
      order by m.id desc limit 1) last on true
    left join lateral (${dearestOfYear(tx, ofActorAlone(tx))}) year on true
    left join lateral (${dearestOfYear(tx, OF_ONE_ALONE)}) approved on true
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])`);

/** The dearest unit of the SKU `s` in a year, without those of one person that count for nothing. */
const dearestOfYear = (tx: Tx, alone: Sql): Sql => sql`
  select m.unit_cost from stock_movement m ${COST_SOURCE}
  where m.tenant_id = ${tx.tenant} and m.sku_id = s.id and ${STATED_COST}
    and m.create_time > ${tx.now}::timestamptz - interval '1 year' and not ${alone}
  order by m.unit_cost desc limit 1`;

/** Whether anybody but the actor has ever said what goods cost, of any SKU: else there is nothing to compare with. */
export const isCostKnown = async (tx: Tx): Promise<boolean> =>
  (
    await tx.query<{ one: number }>(sql`
      select 1 as one from stock_movement m ${COST_SOURCE}
      where m.tenant_id = ${tx.tenant} and ${STATED_COST} and not ${ofActorAlone(tx)} limit 1`)
  ).length > 0;
