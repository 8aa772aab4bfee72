import type { Tx } from '#kit/server/database.ts';
import { notFound } from '#kit/model/refusal.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { deskGoods } from '#modules/inventory/server/index.ts';
import type { PickStop, PutBack, WaveDesk, WaveShipment } from '../../model/wave-routes.ts';
import { wave, type WaveRow } from '../../model/wave.ts';
import { pickerNames } from './pickers.ts';

/** Whoever went to a place and did nothing there for so long has left it. */
export const HELD_MINUTES = 10;

interface DeskTask {
  id: string;
  seq: number;
  bin: string | null;
  skuId: string;
  slot: number;
  shipmentNo: string;
  qty: number;
  qtyPicked: number;
  qtyShort: number;
  qtyBack: number;
  isLive: boolean;
  holder: string | null;
}

/** Everything that the page of a wave shows. @throws Refusal 404 */
export async function readWaveDesk(tx: Tx, id: string): Promise<WaveDesk> {
  const [row] = await tx.query<WaveRow & { warehouse: string }>(sql`
    select t.*, w.name as warehouse from wave t
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(wave, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  const tasks = await readTasks(tx, id);
  const goods = await deskGoods(
    tx,
    tasks.map(({ skuId }) => skuId),
    row.warehouseId,
  );
  const names = await pickerNames(tx, [row.assignee, ...tasks.map(({ holder }) => holder)]);
  const named = (username: string | null): string | null =>
    username === null ? null : (names.get(username) ?? username);
  const stops = stopsOf(tasks, goods, tx.actor.username).map((stop) => ({
    ...stop,
    holder: named(stop.holder),
  }));
  const mine = tasks.find((task) => task.holder === tx.actor.username && task.qty > task.qtyPicked + task.qtyShort);
  return {
    id,
    waveNo: row.waveNo,
    kind: row.kind,
    status: row.status,
    version: row.version,
    assignee: row.assignee,
    assigneeName: named(row.assignee),
    remark: row.remark,
    warehouse: row.warehouse,
    unitCount: row.unitCount,
    pickedCount: row.pickedCount,
    shortCount: row.shortCount,
    backCount: row.backCount,
    stops,
    next: mine?.seq ?? stops.find(({ left, holder }) => left > 0 && holder === null)?.seq ?? null,
    back: tasks
      .filter(({ qtyBack }) => qtyBack > 0)
      .map((task): PutBack => ({
        taskId: task.id,
        goods: goods(task.skuId),
        bin: task.bin,
        qty: task.qtyBack,
        slot: task.slot,
        shipmentNo: task.shipmentNo,
      })),
    shipments: await readShipments(tx, id),
  };
}

const readTasks = (tx: Tx, id: string): Promise<DeskTask[]> =>
  tx.rows<DeskTask>`
    select t.id, t.seq, t.bin, t.sku_id, t.slot, s.shipment_no, t.qty, t.qty_picked, t.qty_short, t.qty_back,
      t.status <> 'cancelled' as is_live,
      case when t.held_at > ${tx.now}::timestamptz - make_interval(mins => ${HELD_MINUTES}) then t.holder end as holder
    from wave_task t join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
    where t.tenant_id = ${tx.tenant} and t.wave_id = ${id}::uuid order by t.seq, t.slot, t.id`;

function stopsOf(tasks: readonly DeskTask[], goods: (skuId: string) => PickStop['goods'], reader: string): PickStop[] {
  const stops = new Map<number, PickStop>();
  for (const task of tasks) {
    if (!task.isLive) continue;
    const known = stops.get(task.seq);
    const stop = known ?? {
      seq: task.seq,
      goods: goods(task.skuId),
      bin: task.bin,
      qty: 0,
      picked: 0,
      short: 0,
      left: 0,
      slots: [],
      holder: null,
    };
    stops.set(task.seq, stop);
    stop.qty += task.qty;
    stop.picked += task.qtyPicked;
    stop.short += task.qtyShort;
    stop.left += task.qty - task.qtyPicked - task.qtyShort;
    stop.slots.push({
      slot: task.slot,
      shipmentNo: task.shipmentNo,
      qty: task.qty,
      picked: task.qtyPicked,
      short: task.qtyShort,
    });
    if (task.holder && task.holder !== reader) stop.holder = task.holder;
  }
  return [...stops.values()];
}

/** Shipments of a wave in the order of its shelf or cart. */
const readShipments = (tx: Tx, id: string): Promise<WaveShipment[]> =>
  tx.rows<WaveShipment>`
    select s.id, s.shipment_no, s.status, s.wave_slot as slot, o.channel_order_no, s.unit_count as units,
      coalesce((select sum(t.qty_short) from wave_task t where t.tenant_id = s.tenant_id
        and t.shipment_id = s.id and t.wave_id = s.wave_id and t.status <> 'cancelled'), 0)::integer as shorts
    from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${tx.tenant} and s.wave_id = ${id}::uuid order by s.wave_slot, s.id`;
