import type { Tx } from '#kit/server/database.ts';

/** A product of a shop in one of its warehouses. */
export interface ShownPlace {
  channelProductId: string;
  channelWarehouseCode: string;
}

/** And the quantity that the channel shows for it. */
export interface ShownQuantity extends ShownPlace {
  qty: number;
}

/** All that the channel shows of one. */
export interface ShownState extends ShownQuantity {
  discontinued: boolean;
}

/** A quantity on its way there. */
export interface SentQuantity extends ShownQuantity {
  /** What the channel had been sent before; null = nothing. */
  previousQty: number | null;
}

/**
 * After a call that may have been heard and was not answered: until more is known the channel may show either
 * quantity, so that a level which has come back to the old one is sent all the same.
 */
export async function markInDoubt(tx: Tx, items: readonly ShownPlace[]): Promise<void> {
  if (items.length === 0) return;
  await tx.rows`
    insert into shown_code (tenant_id, account_id, channel_warehouse_code)
    select distinct ${tx.tenant}::integer, p.account_id, r.code
    from unnest(${items.map((item) => item.channelProductId)}::uuid[],
      ${items.map((item) => item.channelWarehouseCode)}::text[]) as r (id, code)
      join channel_product p on p.tenant_id = ${tx.tenant} and p.id = r.id
    order by p.account_id, r.code
    on conflict (tenant_id, account_id, channel_warehouse_code) do nothing returning channel_warehouse_code`;
  await tx.run`
    insert into channel_stock (tenant_id, channel_product_id, channel_warehouse_code, qty, in_doubt, at)
    select ${tx.tenant}, r.id, r.code, 0, true, ${tx.now}
    from unnest(${items.map((item) => item.channelProductId)}::uuid[],
      ${items.map((item) => item.channelWarehouseCode)}::text[]) as r (id, code)
    order by r.id, r.code
    on conflict (tenant_id, channel_product_id, channel_warehouse_code) do update set in_doubt = true`;
}

/** Rows the channel refused, at once or later: it shows what it was sent before, if anything. */
export async function restoreShown(tx: Tx, items: readonly SentQuantity[]): Promise<void> {
  await tx.run`
    update channel_stock s set qty = r.qty, in_doubt = false
    from unnest(${items.map((item) => item.channelProductId)}::uuid[],
      ${items.map((item) => item.channelWarehouseCode)}::text[],
      ${items.map((item) => item.previousQty)}::integer[]) as r (id, code, qty)
    where s.tenant_id = ${tx.tenant} and s.channel_product_id = r.id and s.channel_warehouse_code = r.code
      and r.qty is not null`;
  const never = items.filter((item) => item.previousQty === null);
  if (never.length > 0)
    await tx.run`
    delete from channel_stock s
    using unnest(${never.map((item) => item.channelProductId)}::uuid[],
      ${never.map((item) => item.channelWarehouseCode)}::text[]) as r (id, code)
    where s.tenant_id = ${tx.tenant} and s.channel_product_id = r.id and s.channel_warehouse_code = r.code`;
  await countShown(tx, items);
}

/** Before a shop's first quantities go out under these codes. */
export async function rememberCodes(tx: Tx, accountId: string, codes: readonly string[]): Promise<void> {
  await tx.rows`
    insert into shown_code (tenant_id, account_id, channel_warehouse_code)
    select ${tx.tenant}, ${accountId}::uuid, r.code
    from unnest(${[...new Set(codes)].sort()}::text[]) as r (code)
    on conflict (tenant_id, account_id, channel_warehouse_code) do nothing returning 1`;
}

/** Codes that a channel knows of a shop beside those that feed it now: closed ones, and what it was sent quantities for. */
export async function codesBeside(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>`
    select channel_warehouse_code as code from shown_code
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
    union
    select channel_code from channel_warehouse
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
    order by code`;
  return rows.map(({ code }) => code);
}

/** What the channel shows from now on, in each warehouse and in all of them. */
export async function storeShown(tx: Tx, rows: readonly ShownState[]): Promise<void> {
  await tx.run`
    insert into channel_stock (tenant_id, channel_product_id, channel_warehouse_code, qty, discontinued, at)
    select ${tx.tenant}, r.id, r.code, r.qty, r.discontinued, ${tx.now}
    from unnest(${rows.map((r) => r.channelProductId)}::uuid[], ${rows.map((r) => r.channelWarehouseCode)}::text[],
      ${rows.map((r) => r.qty)}::integer[], ${rows.map((r) => r.discontinued)}::boolean[])
      as r (id, code, qty, discontinued)
    order by r.id, r.code
    on conflict (tenant_id, channel_product_id, channel_warehouse_code)
      do update set qty = excluded.qty, discontinued = excluded.discontinued, in_doubt = false, at = excluded.at`;
  await countShown(tx, rows, tx.now);
}

/** @param syncedAt when the channel took a quantity of these; null = it did not */
async function countShown(
  tx: Tx,
  rows: readonly { channelProductId: string }[],
  syncedAt: Date | null = null,
): Promise<void> {
  const products = [...new Set(rows.map((row) => row.channelProductId))].sort();
  await tx.run`
    update channel_product p set last_sync_at = coalesce(${syncedAt}, last_sync_at), channel_qty = (
      select sum(s.qty)::integer from channel_stock s
      where s.tenant_id = ${tx.tenant} and s.channel_product_id = p.id)
    where p.tenant_id = ${tx.tenant} and p.id = any(${products}::uuid[])`;
}
