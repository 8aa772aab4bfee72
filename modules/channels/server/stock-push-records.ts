import type { TaskOf } from '#kit/model/job.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import { type Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { stockPush, stockPushItem } from '../model/stock-push.ts';
import { pushStockJob } from '../model/jobs.ts';
import { feedFailed } from '../model/events.ts';
import { stockPushLifecycle } from '../model/channel-lifecycles.ts';
import type { GuardVerdict } from '../model/feed-guard.ts';
import { markInDoubt, restoreShown, storeShown, type SentQuantity } from './shown-stock.ts';
import type { PlannedRow } from './stock-plan.ts';

type Quiet = 'block' | 'send' | 'verify' | 'fail' | 'supersede';
const quiet = (move: Quiet): Command => command(stockPushLifecycle, move, { run: async () => undefined });

const moves: Record<Exclude<Quiet, 'verify'>, Command> = {
  block: quiet('block'),
  send: quiet('send'),
  fail: quiet('fail'),
  supersede: quiet('supersede'),
};

/** 已核对 when every row was seen, 未核实 when nothing speaks against them, else 部分差异. */
const verify: Command = command(stockPushLifecycle, 'verify', {
  run: async (_tx, rows) =>
    new Map(
      rows.map((row) => {
        if (Number(row.ok) === Number(row.items)) return [row.id, 'done'];
        return [row.id, Number(row.failed) === 0 ? 'unverified' : 'partial'];
      }),
    ),
});

/** 放行: somebody signs for a feed that the guard stopped; who and why stays on it. */
export const overridePush: Command = command(stockPushLifecycle, 'override', {
  async run(tx, rows, { reason }) {
    await setColumns(tx, stockPush, rows, {
      overriddenBy: tx.actor.username,
      overrideReason: reason,
    });
    for (const row of rows)
      await enqueue(tx, pushStockJob, {
        aggregate: `stock:${row.accountId}`,
        dedupeKey: `push:${row.id}:${row.version}`,
        payload: { accountId: row.accountId, trigger: 'override' },
      });
  },
});

export interface StoredPush {
  id: string;
  status: 'queued' | 'blocked' | 'sent' | 'done' | 'unverified' | 'partial' | 'failed';
  toZero: number;
  /** Those of them that an attempt has sent. */
  zeroed: number;
  overriddenBy: string | null;
}

/** The push of a shop that is under way, or the one that waits for a signature. */
export const findPush = (
  tx: Tx,
  accountId: string,
  statuses: readonly StoredPush['status'][],
): Promise<StoredPush | undefined> =>
  tx.maybe<StoredPush>`
    select p.id, p.status, p.to_zero, p.overridden_by,
      (select count(*)::integer from stock_push_item i where i.tenant_id = p.tenant_id and i.push_id = p.id
        and i.qty = 0 and i.previous_qty > 0 and i.status <> 'pending') as zeroed
    from stock_push p
    where p.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid
      and p.status = any(${statuses}::text[]) order by p.id desc limit 1 for update of p`;

/** Stores a push with its items, as queued. */
export async function addPush(
  tx: Tx,
  { accountId, trigger, askedBy = null }: TaskOf<typeof pushStockJob>,
  rows: readonly PlannedRow[],
  verdict: GuardVerdict,
): Promise<string> {
  const { toZero, reason: guardReason } = verdict;
  const [id = ''] = await insertInto(tx, stockPush, [
    { accountId, trigger, askedBy, status: 'queued', items: rows.length, toZero, guardReason },
  ]);
  recordBirth(tx, stockPushLifecycle, 'create', [{ id, status: 'queued', scope: accountId }]);
  await addItems(tx, id, rows);
  return id;
}

/**
 * A push that has not gone out yet takes the latest quantities. What an attempt that broke off has sent of it stays:
 * only by its items it is read back.
 */
export async function replaceItems(
  tx: Tx,
  pushId: string,
  rows: readonly PlannedRow[],
  verdict: GuardVerdict,
): Promise<void> {
  await tx.run`
    delete from stock_push_item i where i.tenant_id = ${tx.tenant} and i.push_id = ${pushId}::uuid
      and (i.status = 'pending' or (i.channel_product_id, i.channel_warehouse_code) in (
        select r.id, r.code from unnest(${rows.map((row) => row.channelProductId)}::uuid[],
          ${rows.map((row) => row.channelWarehouseCode)}::text[]) as r (id, code)))`;
  await addItems(tx, pushId, rows);
  await tx.run`
    update stock_push p set items = c.items, to_zero = greatest(c.to_zero, ${verdict.toZero}), guard_reason = ${verdict.reason},
      ok = 0, failed = 0, error = null, update_time = ${tx.now}, version = version + 1
    from (select count(*)::integer as items,
        (count(*) filter (where qty = 0 and previous_qty > 0))::integer as to_zero
      from stock_push_item where tenant_id = ${tx.tenant} and push_id = ${pushId}::uuid) c
    where p.tenant_id = ${tx.tenant} and p.id = ${pushId}::uuid`;
}

async function addItems(tx: Tx, pushId: string, rows: readonly PlannedRow[]): Promise<void> {
  await insertInto(
    tx,
    stockPushItem,
    rows.map(({ channelProductId, channelWarehouseCode, qty, previous, inputs }) => ({
      pushId,
      channelProductId,
      channelWarehouseCode,
      qty,
      previousQty: previous,
      inputs,
      status: 'pending',
    })),
  );
}

/** Stops a queued push; a signature that no longer covers it is taken back. */
export async function blockPush(tx: Tx, pushId: string): Promise<void> {
  await setColumns(tx, stockPush, [pushId], { overriddenBy: null, overrideReason: null });
  await moveInTransaction(tx, moves.block, [pushId]);
}

const SUPERSEDED = '后续推送已恢复正常，本次作废';

export async function supersedePush(tx: Tx, pushId: string): Promise<void> {
  await markInDoubt(tx, await readItems(tx, pushId, ['sent']));
  await setColumns(tx, stockPush, [pushId], { error: SUPERSEDED, finishedAt: tx.now });
  await moveInTransaction(tx, moves.supersede, [pushId]);
}

export const markSent = (tx: Tx, pushId: string): Promise<void> => moveInTransaction(tx, moves.send, [pushId]);

/** Ends a push that does not go on. What of it the channel took and nobody has looked at goes again with the next. */
export async function failPush(tx: Tx, pushId: string, error: string): Promise<void> {
  await markInDoubt(tx, await readItems(tx, pushId, ['sent']));
  await dropPush(tx, pushId, error);
  await reportFailure(tx, pushId);
}

/** Ends a push that has nothing to say any more: nobody has failed. */
export async function dropPush(tx: Tx, pushId: string, reason: string): Promise<void> {
  await countItems(tx, pushId);
  await setColumns(tx, stockPush, [pushId], { error: reason.slice(0, 1000), finishedAt: tx.now });
  await moveInTransaction(tx, moves.fail, [pushId]);
}

/** Notes when a push that ended badly did so, and says so to whoever listens. */
async function reportFailure(tx: Tx, pushId: string): Promise<void> {
  const { accountId } = await tx.one<{ accountId: string }>`
    update stock_push set failed_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${pushId}::uuid returning account_id`;
  await tx.emit(feedFailed, pushId, { pushId, accountId });
}

/** Ends a push after all was asked that can be asked. */
export async function endPush(tx: Tx, pushId: string): Promise<void> {
  await countItems(tx, pushId);
  await setColumns(tx, stockPush, [pushId], { finishedAt: tx.now });
  await moveInTransaction(tx, verify, [pushId]);
  const ended = await tx.one<{ status: StoredPush['status'] }>`
    select status from stock_push where tenant_id = ${tx.tenant} and id = ${pushId}::uuid`;
  if (ended.status === 'partial') await reportFailure(tx, pushId);
}

async function countItems(tx: Tx, pushId: string): Promise<void> {
  await tx.run`
    update stock_push p set ok = c.ok, failed = c.failed
    from (select count(*) filter (where status = 'verified')::integer as ok,
        count(*) filter (where status in ('mismatch', 'rejected'))::integer as failed
      from stock_push_item where tenant_id = ${tx.tenant} and push_id = ${pushId}::uuid) c
    where p.tenant_id = ${tx.tenant} and p.id = ${pushId}::uuid`;
}

/** One row of a push as it is sent. */
export interface PushItem extends SentQuantity {
  id: string;
  channelSku: string;
  discontinued: boolean;
  /** The channel's id of the write that sent it. */
  receipt: string | null;
}

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

/** The channel took these rows: from now on this is what it was sent. */
export async function markReported(tx: Tx, items: readonly PushItem[], receipt: string | null): Promise<void> {
  await tx.run`
    update stock_push_item set status = 'sent', error = null, receipt = ${receipt}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${items.map(({ id }) => id)}::uuid[])`;
  await storeShown(tx, items);
}

export async function markRejected(tx: Tx, items: readonly PushItem[], error: string): Promise<void> {
  await setColumns(tx, stockPushItem, items, {
    status: 'rejected',
    error: error.slice(0, 500),
    updateTime: tx.now,
  });
  await restoreShown(tx, items);
}

/** What was asked about otherwise than by reading it back, or could not be asked about at all. */
export async function markChecked(
  tx: Tx,
  items: readonly PushItem[],
  status: 'verified' | 'unverified',
): Promise<void> {
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
  await tx.run`
    update stock_push_item i set read_back_qty = r.qty, update_time = ${tx.now},
      status = case when r.qty is not distinct from i.qty then 'verified' when ${isFinal} then 'mismatch' else 'sent' end,
      error = case when r.qty is not distinct from i.qty then null else r.fault end
    from unnest(${readings.map(({ item }) => item.id)}::uuid[], ${readings.map(({ qty }) => qty)}::integer[],
      ${readings.map(({ qty }) => `渠道显示 ${qty}`)}::text[]) as r (id, qty, fault)
    where i.tenant_id = ${tx.tenant} and i.id = r.id`;
  if (!isFinal) return;
  // What the channel really shows is where the next difference starts.
  const shown = readings.map(({ item, qty }) => ({ ...item, qty }));
  if (shown.length > 0) await storeShown(tx, shown);
}
