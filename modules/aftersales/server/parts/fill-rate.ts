import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { addDays, dayIn, startOfDay, toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { join, nothing, sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { standardCostsOf } from '#modules/catalog/server/index.ts';
import { nextCosts, placeKey } from '#modules/inventory/server/index.ts';
import { fillOf } from '../../model/fill-rate.ts';
import { monthWrong } from '../../model/part-errors.ts';
import { partOrder } from '../../model/part-order.ts';
import type { FillOrder, FillRate, RejectCost } from '../../model/part-routes.ts';
import { partLinesOf } from './part-lines.ts';

const MILLIONTHS = 6;
/** Of years that a calendar can add to. */
const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

interface MonthOfShop {
  accountId: string;
  account: string;
  target: string;
  received: number;
  shipped: number;
  rejected: number;
  open: number;
}

/**
 * 达成率 of the shops that the reader sees, of what was asked for in a month of the tenant: what a buyer or
 * the channel took back is not counted, nor is what nobody has submitted.
 * @param month `YYYY-MM`; this month where absent
 */
export async function fillRates(
  tx: Tx,
  request: { accountId?: string | undefined; month?: string | undefined },
): Promise<FillRate[]> {
  const month = request.month || dayIn(tx.now, tx.actor.zone).slice(0, 7);
  if (!MONTH.test(month)) throw monthWrong();
  const span = monthSpan(month, tx.actor.zone);
  const shops = await tx.query<MonthOfShop>(sql`
    select t.account_id, a.name as account, a.part_fill_min::text as target,
      count(*)::integer as received, count(*) filter (where t.stage = 'shipped')::integer as shipped,
      count(*) filter (where t.status = 'rejected')::integer as rejected,
      count(*) filter (where t.status in ('new', 'needInfo', 'confirmed', 'breached'))::integer as open
    from part_order t join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.environment = 'live'
      and t.status not in ('draft', 'cancelled')
      and t.received_at >= ${span.from} and t.received_at < ${span.until}
      ${request.accountId ? sql`and t.account_id = ${request.accountId}::uuid` : nothing}
    group by 1, 2, 3 order by 2, 1`);
  const rates: FillRate[] = [];
  for (const shop of shops) {
    const target = parseDecimal(shop.target, MILLIONTHS) ?? 0n;
    const fill = fillOf(shop, target);
    const list = (fill.needed ?? 0) - fill.fromNew;
    rates.push({
      accountId: shop.accountId,
      account: shop.account,
      month,
      received: shop.received,
      shipped: shop.shipped,
      rejected: shop.rejected,
      open: shop.open,
      target: Number(target / 100n),
      ...fill,
      next: list > 0 ? await nextToShip(tx, shop.accountId, span, list) : [],
    });
  }
  return rates;
}

interface Span {
  from: Date;
  until: Date;
}

function monthSpan(month: string, zone: string): Span {
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  return { from: startOfDay(`${month}-01`, zone), until: startOfDay(`${next}-01`, zone) };
}

/** What of the month is to be shipped first. */
async function nextToShip(tx: Tx, accountId: string, { from, until }: Span, most: number): Promise<FillOrder[]> {
  const rows = await tx.query<Omit<FillOrder, 'dueAt'> & { dueAt: Date | null }>(sql`
    select t.id, t.part_order_no, t.channel_part_no, t.item_summary, t.status, t.due_at from part_order t
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.environment = 'live'
      and t.account_id = ${accountId}::uuid and t.status in ('new', 'needInfo', 'confirmed', 'breached')
      and t.received_at >= ${from} and t.received_at < ${until}
    order by t.status in ('confirmed', 'breached') desc, t.due_at nulls last, t.id limit ${most}`);
  return rows.map((row) => ({ ...row, dueAt: row.dueAt && toWireTime(row.dueAt, tx.actor.zone) }));
}

/** 拒绝的代价: a whole unit of each product at what it costs, and what becomes of the month's rate. */
export async function rejectCost(tx: Tx, id: string): Promise<RejectCost> {
  await requireSeen(tx, partOrder, id);
  const row = await tx.one<{ accountId: string; warehouseId: string; receivedAt: Date }>`
    select account_id, warehouse_id, received_at from part_order
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const lines = await partLinesOf(tx, id);
  const products = [...Map.groupBy(lines, ({ parentSkuId }) => parentSkuId)];
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const costs = await unitCosts(
    tx,
    products.map(([skuId]) => skuId),
    row.warehouseId,
    exponent,
  );
  const seesCost = !tx.actor.masks.has('cost');
  const units = products.map(([skuId, own]) => {
    // One whole unit replaces the product, however many of its parts were asked for.
    const value = costs.get(skuId) ?? null;
    return { skuCode: own[0]?.parentSku ?? '', qty: 1, value };
  });
  const isKnown = seesCost && units.every(({ value }) => value !== null);
  const total = units.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  const month = dayIn(row.receivedAt, tx.actor.zone).slice(0, 7);
  const [fill] = await fillRates(tx, { accountId: row.accountId, month });
  const text = (minor: bigint | null): string | null =>
    minor === null || !seesCost ? null : formatDecimal(minor, exponent);
  return {
    currency,
    total: isKnown ? text(total) : null,
    units: units.map(({ value, ...unit }) => ({ ...unit, cost: text(value) })),
    fillNow: fill?.forecast ?? null,
    fillAfter: fill ? Math.round(((fill.shipped + fill.open - 1) * 10_000) / fill.received) : null,
    target: fill?.target ?? 0,
  };
}

/** What a unit of each SKU costs: of the oldest stock where it would come from, else by its standard cost. */
async function unitCosts(
  tx: Tx,
  skuIds: readonly string[],
  warehouseId: string,
  exponent: number,
): Promise<Map<string, bigint>> {
  const layers = new Map((await nextCosts(tx, skuIds)).map((cost) => [placeKey(cost), cost]));
  const standard = await standardCostsOf(tx, skuIds);
  return new Map(
    skuIds.flatMap((skuId) => {
      const layer = layers.get(placeKey({ warehouseId, skuId }));
      if (layer) return [[skuId, layer.value / BigInt(layer.qty)] as const];
      const answers = parseDecimal(standard.get(skuId) ?? '', PRICE_SCALE);
      return answers === null ? [] : [[skuId, lineAmount(1, answers, exponent)] as const];
    }),
  );
}
