import type { TaskOf } from '#kit/model/job.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import { type Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { stockPush } from '../model/stock-push.ts';
import { pushStockJob } from '../model/jobs.ts';
import { feedFailed } from '../model/events.ts';
import { stockPushLifecycle } from '../model/channel-lifecycles.ts';
import type { GuardVerdict } from '../model/feed-guard.ts';
import { markInDoubt } from './shown-stock.ts';
import { resolveInFlight } from './stock-in-flight.ts';
import type { PlannedRow } from './stock-plan.ts';
import { itemsOfPlan, readItems, storePending } from './stock-push-items.ts';

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

/** Stores a push as queued. Its rows are stored as they are sent, or where it waits for a signature. */
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
  const toZero = rows.filter(({ qty, previous }) => qty === 0 && (previous ?? 0) > 0).length;
  await tx.run`
    update stock_push p set items = c.items + ${rows.length}, to_zero = greatest(c.to_zero + ${toZero}, ${verdict.toZero}),
      guard_reason = ${verdict.reason}, ok = 0, failed = 0, error = null, update_time = ${tx.now}, version = version + 1
    from (select count(*)::integer as items,
        (count(*) filter (where qty = 0 and previous_qty > 0))::integer as to_zero
      from stock_push_item where tenant_id = ${tx.tenant} and push_id = ${pushId}::uuid) c
    where p.tenant_id = ${tx.tenant} and p.id = ${pushId}::uuid`;
}

/** A push that waits for a signature: what it would send today can be looked at. */
export async function replaceBlocked(
  tx: Tx,
  pushId: string,
  rows: readonly PlannedRow[],
  verdict: GuardVerdict,
): Promise<void> {
  await replaceItems(tx, pushId, rows, verdict);
  await storePending(tx, pushId, itemsOfPlan(rows));
}

/** Stops a queued push with what it would send; a signature that no longer covers it is taken back. */
export async function blockPush(tx: Tx, pushId: string, rows: readonly PlannedRow[]): Promise<void> {
  await storePending(tx, pushId, itemsOfPlan(rows));
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
  await resolveInFlight(tx, pushId);
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
