import { isUuid } from '#kit/server/kinds.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import type { Registry } from '#kit/server/registry.ts';
import { requestCount } from '#modules/inventory/server/index.ts';
import { readOrderHolds } from '#modules/orders/server/index.ts';
import {
  actionOfOthers,
  badAction,
  beyondLeft,
  noneShort,
  noStop,
  nothingToUndo,
  notPicking,
  stopHeld,
} from '../../model/wave-errors.ts';
import type { PickAnswer, PickedTask } from '../../model/wave-routes.ts';
import { wave, type WaveRow } from '../../model/wave.ts';
import { followShorts } from './short-holds.ts';
import { HELD_MINUTES, readWaveDesk } from './wave-desk.ts';
import { lockWave, refreshWave } from './wave-progress.ts';

export interface Picking {
  seq: number;
  qty: number;
  /** Made by who picks, the same when a call is sent again. */
  action: string;
}

type Kind = 'pick' | 'short' | 'found';
type Part = PickedTask & { part: number };

interface StopTask extends PickedTask {
  orderId: string;
  shipBy: Date | null;
  skuId: string;
  holder: string | null;
  isHeld: boolean;
}

const stopTasks = (tx: Tx, waveId: string, seq: number): Promise<StopTask[]> =>
  tx.rows<StopTask>`
    select t.id, t.shipment_id, t.slot, t.qty, t.qty_picked, t.qty_short, t.sku_id, t.holder,
      s.order_id, o.ship_by,
      coalesce(t.held_at > ${tx.now}::timestamptz - make_interval(mins => ${HELD_MINUTES}), false) as is_held
    from wave_task t join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
      join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where t.tenant_id = ${tx.tenant} and t.wave_id = ${waveId}::uuid and t.seq = ${seq}
      and t.status <> 'cancelled' order by t.slot, t.id`;

/** Deals units over tasks in their order, as far as each has room. @returns what each gets */
export function dealUnits<T extends PickedTask>(
  tasks: readonly T[],
  qty: number,
  roomOf: (task: T) => number,
): (T & { part: number })[] {
  let left = qty;
  return tasks.flatMap((task) => {
    const part = Math.min(left, roomOf(task));
    left -= part;
    return part > 0 ? [{ ...task, part }] : [];
  });
}

const openOf = ({ qty, qtyPicked, qtyShort }: PickedTask): number => qty - qtyPicked - qtyShort;
const sumOf = (tasks: readonly StopTask[], of: (task: StopTask) => number): number =>
  tasks.reduce((sum, task) => sum + of(task), 0);

/** What an action did that is sent again; null where it is a new one. @throws Refusal 422 */
async function known(tx: Tx, waveId: string, action: string): Promise<PickAnswer['into'] | null> {
  if (!isUuid(action)) throw badAction();
  const rows = await tx.rows<{ waveId: string; by: string; slot: number; qty: number }>`
    select p.wave_id, p.by, t.slot, p.qty from wave_pick p
      join wave_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
    where p.tenant_id = ${tx.tenant} and p.action_id = ${action}::uuid order by t.slot`;
  if (rows.length === 0) return null;
  if (rows.some((row) => row.waveId !== waveId || row.by !== tx.actor.username)) throw actionOfOthers();
  return rows.map(({ slot, qty }) => ({ slot, qty }));
}

const answerOf = async (tx: Tx, id: string, parts: readonly { slot: number; part: number }[]): Promise<PickAnswer> => ({
  desk: await readWaveDesk(tx, id),
  into: parts.map(({ slot, part }) => ({ slot, qty: part })),
});

/** 拣货: units of one stop, dealt to the places of the cart in their order. */
export async function pickUnits(tx: Tx, id: string, answers: Picking): Promise<PickAnswer> {
  const row = await lockWave(tx, id);
  const before = await known(tx, id, answers.action);
  if (before) return { desk: await readWaveDesk(tx, id), into: before };
  const tasks = await stopOf(tx, row, answers.seq);
  const left = sumOf(tasks, openOf);
  if (answers.qty > left) throw beyondLeft({ left });
  const parts = dealUnits(tasks, answers.qty, openOf);
  await write(tx, row, 'pick', parts, answers.action, null);
  return answerOf(tx, id, parts);
}

/** Tasks of a stop of a wave that is picked, at which nobody else stands. @throws Refusal */
async function stopOf(tx: Tx, row: WaveRow, seq: number): Promise<StopTask[]> {
  if (row.status !== 'picking') throw notPicking();
  const tasks = await stopTasks(tx, row.id, seq);
  if (tasks.length === 0) throw noStop();
  const other = tasks.find(({ holder, isHeld }) => isHeld && holder !== tx.actor.username);
  if (other && sumOf(tasks, openOf) > 0) throw stopHeld({ by: other.holder ?? '' });
  return tasks;
}

/**
 * 缺货登记: units that do not lie where they should. The shipments that have to leave last go without, their
 * orders are held with the reason, and somebody is asked to count. Stock stays as the books have it.
 */
export async function shortUnits(
  tx: Tx,
  registry: Registry,
  id: string,
  answers: Picking & { reason: string },
): Promise<PickAnswer> {
  await requireSeen(tx, wave, id);
  await lockOrders(tx, await stopTasks(tx, id, answers.seq));
  const row = await lockWave(tx, id);
  const before = await known(tx, id, answers.action);
  if (before) return { desk: await readWaveDesk(tx, id), into: before };
  const tasks = await stopOf(tx, row, answers.seq);
  const left = sumOf(tasks, openOf);
  if (answers.qty > left) throw beyondLeft({ left });
  const latest = tasks.toSorted(
    (a, b) => (b.shipBy?.getTime() ?? Infinity) - (a.shipBy?.getTime() ?? Infinity) || b.slot - a.slot,
  );
  const parts = dealUnits(latest, answers.qty, openOf);
  await write(tx, row, 'short', parts, answers.action, answers.reason);
  await followShorts(tx, ordersOf(parts), answers.reason);
  const [first] = parts;
  if (first)
    await requestCount(tx, registry, {
      warehouseId: row.warehouseId,
      skuId: first.skuId,
      remark: `波次 ${row.waveNo} 缺货 ${answers.qty} 件：${answers.reason}`,
    });
  return answerOf(tx, id, parts);
}

/** 补拣: what was missing has been found, or has come. */
export async function foundUnits(tx: Tx, id: string, answers: Picking): Promise<PickAnswer> {
  await requireSeen(tx, wave, id);
  await lockOrders(tx, await stopTasks(tx, id, answers.seq));
  const row = await lockWave(tx, id);
  const before = await known(tx, id, answers.action);
  if (before) return { desk: await readWaveDesk(tx, id), into: before };
  if (row.status !== 'picking' && row.status !== 'picked') throw notPicking();
  const tasks = await stopTasks(tx, id, answers.seq);
  if (answers.qty > sumOf(tasks, ({ qtyShort }) => qtyShort)) throw noneShort();
  const parts = dealUnits(tasks, answers.qty, ({ qtyShort }) => qtyShort);
  await write(tx, row, 'found', parts, answers.action, null);
  await followShorts(tx, ordersOf(parts), '已补拣');
  return answerOf(tx, id, parts);
}

const ordersOf = (tasks: readonly { orderId: string }[]): string[] => [...new Set(tasks.map(({ orderId }) => orderId))];
const lockOrders = (tx: Tx, tasks: readonly StopTask[]): Promise<unknown> => readOrderHolds(tx, ordersOf(tasks), false);

/** How a deed changes what is picked and what is short, by unit. */
const SIGNS: Readonly<Record<Kind, readonly [picked: number, short: number]>> = {
  pick: [1, 0],
  short: [0, 1],
  found: [1, -1],
};

async function write(
  tx: Tx,
  row: WaveRow,
  kind: Kind,
  parts: readonly Part[],
  action: string,
  reason: string | null,
): Promise<void> {
  const ids = parts.map(({ id }) => id);
  const qtys = parts.map(({ part }) => part);
  await tx.run`
    insert into wave_pick (tenant_id, action_id, task_id, wave_id, kind, qty, reason, by, at)
    select ${tx.tenant}, ${action}::uuid, v.id, ${row.id}::uuid, ${kind}, v.qty, ${reason},
      ${tx.actor.username}, ${tx.now}
    from unnest(${ids}::uuid[], ${qtys}::integer[]) as v (id, qty)`;
  await change(tx, kind, ids, qtys, 1);
  await refreshWave(tx, row.id);
}

async function change(
  tx: Tx,
  kind: Kind,
  ids: readonly string[],
  qtys: readonly number[],
  sign: 1 | -1,
): Promise<void> {
  const [picked, short] = SIGNS[kind].map((one) => one * sign) as [number, number];
  await tx.run`
    update wave_task t set qty_picked = n.picked, qty_short = n.short, version = t.version + 1,
      picked_by = ${tx.actor.username}, picked_at = ${tx.now},
      holder = case when n.picked + n.short < t.qty then ${tx.actor.username} end,
      held_at = case when n.picked + n.short < t.qty then ${tx.now}::timestamptz end,
      status = case when n.picked + n.short < t.qty then 'open' when n.short > 0 then 'short' else 'picked' end
    from (select w.id, w.qty_picked + ${picked} * v.qty as picked, w.qty_short + ${short} * v.qty as short
      from wave_task w join unnest(${ids}::uuid[], ${qtys}::integer[]) as v (id, qty) on v.id = w.id
      where w.tenant_id = ${tx.tenant}) n
    where t.tenant_id = ${tx.tenant} and t.id = n.id`;
}

/** 撤回: the last thing that the actor did in a wave is undone, whatever it was. */
export async function undoPick(tx: Tx, id: string): Promise<PickAnswer> {
  await requireSeen(tx, wave, id);
  const last = await lastOperation(tx, id);
  await readOrderHolds(tx, ordersOf(last), false);
  const row = await lockWave(tx, id);
  const [now] = await lastOperation(tx, id);
  const [first] = last;
  const isOpen = row.status === 'picking' || row.status === 'picked';
  if (!first || !isOpen || now?.actionId !== first.actionId || last.some((one) => one.isCancelled))
    throw nothingToUndo();
  await tx.run`update wave_pick set undone_at = ${tx.now}
    where tenant_id = ${tx.tenant} and action_id = ${first.actionId}::uuid`;
  await change(
    tx,
    first.kind,
    last.map(({ taskId }) => taskId),
    last.map(({ qty }) => qty),
    -1,
  );
  await refreshWave(tx, id);
  if (first.kind !== 'pick') await followShorts(tx, ordersOf(last), '已撤回');
  return answerOf(tx, id, []);
}

interface PickOperation {
  actionId: string;
  taskId: string;
  kind: Kind;
  qty: number;
  orderId: string;
  isCancelled: boolean;
}

const lastOperation = (tx: Tx, waveId: string): Promise<PickOperation[]> =>
  tx.rows<PickOperation>`
    select p.action_id, p.task_id, p.kind, p.qty, s.order_id, t.status = 'cancelled' as is_cancelled
    from wave_pick p join wave_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
      join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
    where p.tenant_id = ${tx.tenant} and p.action_id = (
      select l.action_id from wave_pick l where l.tenant_id = ${tx.tenant}
        and l.wave_id = ${waveId}::uuid and l.by = ${tx.actor.username} and l.undone_at is null
      order by l.at desc, l.action_id desc limit 1) order by p.task_id`;

/** The actor goes to a stop, or to the next one at which nobody stands; they leave where they were. */
export async function takeStop(tx: Tx, id: string, seq: number | null): Promise<void> {
  const row = await lockWave(tx, id);
  if (row.status !== 'picking') throw notPicking();
  const target = seq ?? (await readWaveDesk(tx, id)).next;
  if (seq !== null) await stopOf(tx, row, seq);
  await tx.run`update wave_task set holder = null, held_at = null
    where tenant_id = ${tx.tenant} and wave_id = ${id}::uuid and holder = ${tx.actor.username}`;
  await tx.run`update wave_task set holder = ${tx.actor.username}, held_at = ${tx.now}
    where tenant_id = ${tx.tenant} and wave_id = ${id}::uuid and seq = ${target} and status = 'open'`;
  tx.journal.touched.add('fulfilment:wave');
}

/** 已放回: what nobody wants any more lies at its place again. */
export async function putBack(tx: Tx, id: string, taskId: string): Promise<void> {
  await lockWave(tx, id);
  const done = await tx.run`update wave_task set qty_back = 0, version = version + 1
    where tenant_id = ${tx.tenant} and wave_id = ${id}::uuid and id = ${taskId}::uuid and qty_back > 0`;
  if (done === 0) throw noStop();
  await refreshWave(tx, id);
  audit(tx, 'fulfilment:wave', [{ rowId: id, action: 'putBack', diff: { taskId: [null, taskId] } }]);
}
