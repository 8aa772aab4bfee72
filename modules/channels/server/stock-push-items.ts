import { newId, type Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { stockPushItem } from '../model/stock-push.ts';
import { restoreShown, storeShown, type SentQuantity } from './shown-stock.ts';
import type { PlannedRow } from './stock-plan.ts';

/** One row of a push as it is sent. */
export interface PushItem extends SentQuantity {
  id: string;
  channelSku: string;
  discontinued: boolean;
  /** The channel's id of the write that sent it. */
  receipt: string | null;
  /** What its quantity was computed from, of a row that is not stored yet: it is stored with its answer. */
  inputs?: PlannedRow['inputs'];
}

/** Rows of a plan as they are sent, in the order of their batches. They are stored once, with what the channel said. */
export const itemsOfPlan = (rows: readonly PlannedRow[]): PushItem[] =>
  rows
    .map(({ channelProductId, channelSku, channelWarehouseCode, qty, previous, discontinued, inputs }) => ({
      id: newId(),
      channelProductId,
      channelSku,
      channelWarehouseCode,
      qty,
      previousQty: previous,
      discontinued,
      receipt: null,
      inputs,
    }))
    .sort((a, b) => compare(a.channelWarehouseCode, b.channelWarehouseCode) || compare(a.channelSku, b.channelSku));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const readItems = (tx: Tx, pushId: string, statuses: readonly string[]): Promise<PushItem[]> =>
  tx.rows<PushItem>`
    select i.id, i.channel_product_id, p.channel_sku,
      i.channel_warehouse_code, i.qty, i.previous_qty,
      i.receipt,
      coalesce(i.inputs ->> 'stopped' = 'discontinued', false) as discontinued
    from stock_push_item i
    join channel_product p on p.tenant_id = i.tenant_id and p.id = i.channel_product_id
    where i.tenant_id = ${tx.tenant} and i.push_id = ${pushId}::uuid and i.status = any(${statuses}::text[])
    order by i.channel_warehouse_code, p.channel_sku`;

/** Whether the channel has taken any row of a push. */
export const hasSent = async (tx: Tx, pushId: string): Promise<boolean> =>
  (await tx.maybe`
    select 1 from stock_push_item
    where tenant_id = ${tx.tenant} and push_id = ${pushId}::uuid and status = 'sent' limit 1`) !== undefined;

/** What the channel said to a row at once. */
export interface ItemOutcome {
  item: PushItem;
  status: 'pending' | 'sent' | 'rejected';
  error: string | null;
  receipt: string | null;
}

/** Rows that wait, for a signature or for their channel. */
export const storePending = (tx: Tx, pushId: string, items: readonly PushItem[]): Promise<void> =>
  storeItems(
    tx,
    pushId,
    items.map((item) => ({ item, status: 'pending', error: null, receipt: null })),
  );

/**
 * Stores what became of rows that were sent, with what the channel shows from now on: what it took; and of what it
 * refused, what it was sent before.
 */
export async function storeOutcomes(tx: Tx, pushId: string, outcomes: readonly ItemOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const [fresh, known] = [outcomes.filter(isFresh), outcomes.filter((one) => !isFresh(one))];
  if (fresh.length > 0) await storeItems(tx, pushId, fresh);
  if (known.length > 0) await updateItems(tx, known);
  const of = (status: ItemOutcome['status']): PushItem[] =>
    outcomes.filter((one) => one.status === status).map(({ item }) => item);
  const [taken, refused] = [of('sent'), of('rejected')];
  // Together: what a listing shows is the sum of its codes, which stand in several batches.
  if (taken.length > 0) await storeShown(tx, taken);
  if (refused.length > 0) await restoreShown(tx, refused);
}

const isFresh = ({ item }: ItemOutcome): boolean => item.inputs !== undefined;

async function storeItems(tx: Tx, pushId: string, outcomes: readonly ItemOutcome[]): Promise<void> {
  await tx.rows`
    insert into stock_push_item (tenant_id, id, push_id, channel_product_id, channel_warehouse_code, qty, previous_qty,
      inputs, status, error, receipt, create_by, create_time)
    select ${tx.tenant}, r.id, ${pushId}::uuid, r.product, r.code, r.qty, r.previous, r.inputs, r.status, r.error,
      r.receipt, ${tx.actor.username}, ${tx.now}
    from unnest(${outcomes.map(({ item }) => item.id)}::uuid[],
      ${outcomes.map(({ item }) => item.channelProductId)}::uuid[],
      ${outcomes.map(({ item }) => item.channelWarehouseCode)}::text[],
      ${outcomes.map(({ item }) => item.qty)}::integer[], ${outcomes.map(({ item }) => item.previousQty)}::integer[],
      ${outcomes.map(({ item }) => JSON.stringify(item.inputs))}::jsonb[],
      ${outcomes.map(({ status }) => status)}::text[], ${outcomes.map(({ error }) => shortened(error))}::text[],
      ${outcomes.map(({ receipt }) => receipt)}::text[])
      as r (id, product, code, qty, previous, inputs, status, error, receipt)
    returning 1`;
}

async function updateItems(tx: Tx, outcomes: readonly ItemOutcome[]): Promise<void> {
  await tx.run`
    update stock_push_item i set status = r.status, error = r.error, receipt = coalesce(r.receipt, i.receipt),
      update_time = ${tx.now}
    from unnest(${outcomes.map(({ item }) => item.id)}::uuid[], ${outcomes.map(({ status }) => status)}::text[],
      ${outcomes.map(({ error }) => shortened(error))}::text[], ${outcomes.map(({ receipt }) => receipt)}::text[])
      as r (id, status, error, receipt)
    where i.tenant_id = ${tx.tenant} and i.id = r.id`;
}

const shortened = (error: string | null): string | null => error?.slice(0, 500) ?? null;

/** What was asked about otherwise than by reading it back, or could not be asked about at all. */
export async function markChecked(
  tx: Tx,
  items: readonly PushItem[],
  status: 'verified' | 'unverified',
): Promise<void> {
  if (items.length === 0) return;
  await setColumns(tx, stockPushItem, items, { status, updateTime: tx.now, error: null });
}

/** Pushes after which a refused row is tried again, with the same quantity, by itself. */
const REMEMBERED_PUSHES = 20;

/** A quantity that the channel took and did not show is not sent again for so long: it may be working on it. */
export const IN_VAIN_MS = 900_000;

/**
 * Rows that do not go again by themselves, as `product code quantity discontinued`: what the channel refused lately,
 * where sending it again changes nothing, and what it was sent in vain just now.
 */
export async function heldBack(tx: Tx, accountId: string): Promise<Set<string>> {
  const since = new Date(tx.now.getTime() - IN_VAIN_MS);
  const rows = await tx.rows<{ key: string }>`
    select i.channel_product_id || ' ' || i.channel_warehouse_code || ' ' || i.qty || ' '
      || (i.inputs ->> 'stopped' is not distinct from 'discontinued') as key
    from (select id from stock_push where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      order by id desc limit ${REMEMBERED_PUSHES}) p
    join stock_push_item i on i.tenant_id = ${tx.tenant} and i.push_id = p.id
    where i.status = 'rejected' or (i.status = 'mismatch' and i.update_time > ${since})`;
  return new Set(rows.map((row) => row.key));
}

/** What the read-back found, per item. @param isFinal rows that differ are given up */
export async function storeReadings(
  tx: Tx,
  readings: readonly { item: PushItem; qty: number }[],
  isFinal: boolean,
): Promise<void> {
  if (readings.length === 0) return;
  await tx.run`
    update stock_push_item i set read_back_qty = r.qty, update_time = ${tx.now},
      status = case when r.qty is not distinct from i.qty then 'verified' when ${isFinal} then 'mismatch' else 'sent' end,
      error = case when r.qty is not distinct from i.qty then null else r.fault end
    from unnest(${readings.map(({ item }) => item.id)}::uuid[], ${readings.map(({ qty }) => qty)}::integer[],
      ${readings.map(({ qty }) => `渠道显示 ${qty}`)}::text[]) as r (id, qty, fault)
    where i.tenant_id = ${tx.tenant} and i.id = r.id`;
  if (!isFinal) return;
  // What the channel really shows is where the next difference starts.
  await storeShown(
    tx,
    readings.map(({ item, qty }) => ({ ...item, qty })),
  );
}
