import type { Tx } from '#kit/server/database.ts';
import { channelWarehousesOf } from '#modules/base/server/index.ts';
import { bundleParts, saleStates } from '#modules/catalog/server/index.ts';
import { sellableOf } from '#modules/inventory/server/index.ts';
import {
  channelQuantity,
  NO_RULE,
  rulesBySku,
  type QuantityInputs,
  type ScopedRule,
} from '../model/channel-quantity.ts';

/** What one listing should show in one warehouse of the channel, and what it was sent last. */
export interface PlannedRow {
  channelProductId: string;
  channelSku: string;
  skuId: string | null;
  channelWarehouseCode: string;
  /** null = the channel was never sent any. */
  previous: number | null;
  /** Another quantity was sent since, and may have arrived. */
  isInDoubt: boolean;
  qty: number;
  inputs: QuantityInputs;
  discontinued: boolean;
  /** What the channel was sent of that last. */
  wasDiscontinued: boolean;
}

interface LiveListing {
  id: string;
  channelSku: string;
  skuId: string | null;
  mapStatus: string;
}

/**
 * The whole stock picture of a shop: every live listing that means a SKU, times every warehouse
 * code of the channel. A listing whose SKU is gone shows nothing, where it showed something; so does a code that no
 * open warehouse stands behind any more.
 * @param only of these listings alone; all of the shop by default
 */
export async function planStock(tx: Tx, accountId: string, only?: readonly string[]): Promise<PlannedRow[]> {
  const listings = await tx.rows<LiveListing>`
    select id, channel_sku, sku_id, map_status
    from channel_product
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
      and status = 'live' and map_status in ('mapped', 'broken')
      and (${only === undefined} or id = any(${only ?? []}::uuid[]))
    order by channel_sku`;
  const links = Map.groupBy(await channelWarehousesOf(tx, accountId), (link) => link.channelCode);
  const reported = await reportedStock(tx, accountId, only);
  const closed = Map.groupBy(
    [...reported.values()].filter(({ code, qty, inDoubt }) => !links.has(code) && (qty > 0 || inDoubt)),
    ({ id }) => id,
  );
  const ruleOf = rulesBySku(await readRules(tx, accountId));
  const skuIds = [...new Set(listings.flatMap(({ skuId }) => (skuId ? [skuId] : [])))];
  const states = new Map((await saleStates(tx, skuIds)).map((state) => [state.skuId, state]));
  const levels = new Map(
    (await sellableOf(tx, skuIds)).map((level) => [`${level.warehouseId} ${level.skuId}`, level.available]),
  );
  return listings.flatMap((listing) =>
    [...links.keys(), ...(closed.get(listing.id) ?? []).map(({ code }) => code)].flatMap((code): PlannedRow[] => {
      const warehouses = links.get(code) ?? [];
      const known = reported.get(`${listing.id} ${code}`);
      const previous = known?.qty ?? null;
      const isInDoubt = known?.inDoubt ?? false;
      const state = listing.skuId ? states.get(listing.skuId) : undefined;
      const isGone = listing.mapStatus === 'broken' || !state || state.isDeleted;
      // What the channel was never sent needs no taking back.
      if (isGone && !previous && !isInDoubt) return [];
      const rule = listing.skuId ? ruleOf(listing.skuId) : null;
      const inputs: QuantityInputs = {
        sources: warehouses.map(({ warehouseId, sharePct }) => ({
          warehouseId,
          available: levels.get(`${warehouseId} ${listing.skuId}`) ?? 0,
          sharePct,
        })),
        // Without a rule of the shop the SKU's own safety stock is kept back.
        rule: rule ? plain(rule) : { ...NO_RULE, safetyQty: state?.safetyStock ?? 0 },
        stopped: stopOf(isGone ? 'unmapped' : state.productStatus, warehouses.length > 0),
      };
      return [
        {
          channelProductId: listing.id,
          channelSku: listing.channelSku,
          skuId: listing.skuId,
          channelWarehouseCode: code,
          previous,
          isInDoubt,
          qty: channelQuantity(inputs),
          inputs,
          discontinued: inputs.stopped === 'discontinued',
          wasDiscontinued: known?.discontinued ?? false,
        },
      ];
    }),
  );
}

const stopOf = (
  state: 'active' | Exclude<QuantityInputs['stopped'], 'noWarehouse' | null>,
  isOpen: boolean,
): QuantityInputs['stopped'] => (state !== 'active' ? state : isOpen ? null : 'noWarehouse');

interface ReportedStock {
  id: string;
  code: string;
  qty: number;
  inDoubt: boolean;
  discontinued: boolean;
}

async function reportedStock(
  tx: Tx,
  accountId: string,
  only: readonly string[] | undefined,
): Promise<Map<string, ReportedStock>> {
  const rows = await tx.rows<ReportedStock>`
    select s.channel_product_id as id, s.channel_warehouse_code as code, s.qty, s.in_doubt,
      s.discontinued
    from channel_stock s
    join channel_product p on p.tenant_id = s.tenant_id and p.id = s.channel_product_id
    where s.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid
      and (${only === undefined} or s.channel_product_id = any(${only ?? []}::uuid[]))`;
  return new Map(rows.map((row) => [`${row.id} ${row.code}`, row]));
}

const readRules = (tx: Tx, accountId: string): Promise<ScopedRule[]> =>
  tx.rows<ScopedRule>`
    select id, sku_id, mode, fixed_qty, safety_qty, pct,
      max_qty, coalesce(min_show, 0) as "minShow", priority
    from inventory_sync_rule
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
      and status = 'enabled'`;

const plain = ({ mode, fixedQty, safetyQty, pct, maxQty, minShow }: ScopedRule) => ({
  mode,
  fixedQty,
  safetyQty,
  pct,
  maxQty,
  minShow,
});

/** Codes of SKUs whose level is not what ledger and reservations say (库存对账异常). */
export async function driftingSkus(tx: Tx, skuIds: readonly string[]): Promise<string[]> {
  if (skuIds.length === 0) return [];
  const components = [...(await bundleParts(tx, skuIds)).values()].flat();
  const counted = [...skuIds, ...components.map(({ skuId }) => skuId)];
  const rows = await tx.rows<{ skuCode: string }>`
    select distinct s.sku_code
    from stock_level l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.sku_id = any(${counted}::uuid[]) and (
      l.on_hand <> coalesce((select sum(m.qty) from stock_movement m
        where m.tenant_id = ${tx.tenant} and m.warehouse_id = l.warehouse_id and m.sku_id = l.sku_id
          and m.condition = l.condition), 0)
      or (l.condition = 'good' and l.reserved <> coalesce((select sum(r.qty) from reservation r
        where r.tenant_id = ${tx.tenant} and r.warehouse_id = l.warehouse_id and r.sku_id = l.sku_id
          and r.status = 'open'), 0)))
    order by s.sku_code`;
  return rows.map((row) => row.skuCode);
}
