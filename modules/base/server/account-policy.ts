import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers, writtenByActor } from '#kit/server/left-by-others.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { channelAccount } from '../model/channel-account.ts';

export type AccountStatus = 'created' | 'active' | 'paused' | 'expired' | 'disabled';

/** A shop's policy: deadlines and choices, never constants in code. */
export interface AccountPolicy {
  accountId: string;
  code: string;
  name: string;
  channelCode: string;
  status: AccountStatus;
  currency: string;
  acceptHours: number;
  acknowledgeMode: 'manual' | 'auto';
  reserveOn: 'receive' | 'accept';
  strategy: 'pinned' | 'priority';
  allowSplit: boolean;
  allowBackorder: boolean;
  priceTolerancePct: number;
  pullMinutes: number;
  pushStock: boolean;
  partConfirmWorkdays: number;
  partShipWorkdays: number;
  partExtendMaxDays: number;
  /** Share of parts asked for that must be shipped, text of numeric(9,6). */
  partFillMin: string;
  pullCursor: string | null;
}

/** @throws Refusal 404 for an unknown shop, one of another tenant or outside the actor's scope */
export async function accountPolicy(tx: Tx, id: string): Promise<AccountPolicy> {
  if (tx.actor.limits.shops?.includes(id) === false) throw notFound();
  const row = await tx.maybe<AccountPolicy>`
    select id as "accountId", code, name, channel_code, status, currency,
      accept_hours, acknowledge_mode, reserve_on,
      strategy, allow_split, allow_backorder,
      price_tolerance_pct, pull_minutes,
      push_stock, pull_cursor,
      part_confirm_workdays, part_ship_workdays, part_extend_max_days, part_fill_min
    from channel_account
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null`;
  if (!row) throw notFound();
  return row;
}

/**
 * How far a price of a shop may be off as it binds the actor, in percent: what they tolerate beyond what somebody
 * else left there does not count for prices that they say themselves.
 */
export async function bindingTolerance(tx: Tx, id: string, priceTolerancePct: number): Promise<number> {
  if (tx.actor.isSystem || priceTolerancePct === 0) return priceTolerancePct;
  const left = await leftByOthers(tx, channelAccount, [{ id, priceTolerancePct }], ['priceTolerancePct']);
  const others = left.get(id)?.priceTolerancePct ?? 0;
  return others < priceTolerancePct && !(await isOnlyPerson(tx)) ? others : priceTolerancePct;
}

/** Which shops the actor, or whom they act for, connected, or led elsewhere. */
export const connectedByActor = (tx: Tx, ids: readonly string[]): Promise<Set<string>> =>
  writtenByActor(tx, channelAccount, ids, ['channelCode', 'environment', 'settings', 'clientSecret']);

/** A shop with its credentials in clear: in memory only, never logged, never answered. */
export interface OpenedAccount {
  id: string;
  channelCode: string;
  status: AccountStatus;
  environment: 'sandbox' | 'live';
  settings: Record<string, string>;
  /** The one secret of a shop, whatever its channel calls it. */
  secret: string | null;
  /** Channel codes of the warehouses this shop feeds. */
  warehouseCodes: string[];
}

/** @throws Refusal 404 for an unknown shop, one of another tenant or outside the actor's scope */
export async function openAccount(tx: Tx, id: string): Promise<OpenedAccount> {
  if (tx.actor.limits.shops?.includes(id) === false) throw notFound();
  const row = await tx.maybe<{
    id: string;
    channelCode: string;
    status: AccountStatus;
    environment: 'sandbox' | 'live';
    settings: Record<string, unknown> | null;
    clientSecret: string | null;
  }>`
    select id, channel_code, status, environment, settings, client_secret from channel_account
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null`;
  if (!row) throw notFound();
  const warehouses = await channelWarehousesOf(tx, id);
  return {
    id: row.id,
    channelCode: row.channelCode,
    status: row.status,
    environment: row.environment,
    settings: settingTexts(row.settings),
    secret: row.clientSecret ? tx.vault.open(row.clientSecret) : null,
    warehouseCodes: [...new Set(warehouses.map((warehouse) => warehouse.channelCode))],
  };
}

/** Settings as texts by key; empty ones count as not given. */
export const settingTexts = (settings: Record<string, unknown> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings ?? {}).flatMap(([key, value]) =>
      value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );

/** A channel's code of a warehouse and the local warehouse behind it. */
export interface ChannelWarehouseLink {
  channelCode: string;
  warehouseId: string;
  sharePct: number;
  priority: number;
}

/**
 * Codes by which a shop's channel knows a warehouse, enabled ones first: one that feeds the shop no
 * more still has its name there.
 */
export async function channelCodesOf(tx: Tx, accountId: string, warehouseId: string): Promise<string[]> {
  const links = await tx.rows<{ code: string }>`
    select channel_code as code from channel_warehouse
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and warehouse_id = ${warehouseId}::uuid and deleted_at is null
    order by status = 'enabled' desc, priority, id`;
  return links.map(({ code }) => code);
}

/** Enabled links of a shop to enabled warehouses, by code and priority. */
export const channelWarehousesOf = (tx: Tx, accountId: string): Promise<ChannelWarehouseLink[]> =>
  tx.rows<ChannelWarehouseLink>`
    select c.channel_code, c.warehouse_id,
      c.share_pct, c.priority
    from channel_warehouse c
    join warehouse w on w.tenant_id = c.tenant_id and w.id = c.warehouse_id and w.deleted_at is null
    where c.tenant_id = ${tx.tenant} and c.account_id = ${accountId}::uuid and c.deleted_at is null
      and c.status = 'enabled' and w.status = 'enabled'
    order by c.channel_code, c.priority, c.id`;
