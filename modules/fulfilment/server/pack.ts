import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveWithin, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import { recordPacked } from '#modules/orders/server/index.ts';
import { planCartons, type PlannedBox, type PlanLine } from '../model/carton-plan.ts';
import { boxNotMeasured, labelPending, noBoxes, noCartons } from '../model/errors.ts';
import { boxLifecycle, shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { box, shipment, shipmentLine, type BoxRow, type ShipmentRow } from '../model/shipment.ts';
import { refreshFigures } from './shipment-figures.ts';

export interface StoredLine {
  id: string;
  shipmentId: string;
  orderLineId: string;
  skuId: string;
  channelSku: string;
  name: string;
  qty: number;
  qtyPacked: number;
}

export const linesOf = (tx: Tx, shipmentIds: readonly string[]): Promise<StoredLine[]> =>
  tx.rows<StoredLine>`
    select id, shipment_id, order_line_id, sku_id, channel_sku, name, qty, qty_packed from shipment_line
    where tenant_id = ${tx.tenant} and shipment_id = any(${shipmentIds}::uuid[]) order by id`;

/** 按箱规装箱: boxes by the carton rule; packing again replaces what was packed. */
export const packShipment: Command = command(shipmentLifecycle, 'pack', {
  async guard(tx, rows) {
    const lines = await linesOf(
      tx,
      rows.map((row) => row.id),
    );
    const cartons = await cartonsOf(
      tx,
      lines.map((line) => line.skuId),
    );
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const bare = lines.filter((line) => line.shipmentId === row.id && !cartons.has(line.skuId));
      if (bare.length > 0)
        refusals.set(row.id, noCartons({ skus: bare.map((l) => l.channelSku).join('、') }));
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const row of rows) await discardBoxes(tx, row.id);
    const lines = await linesOf(
      tx,
      rows.map((row) => row.id),
    );
    const cartons = await cartonsOf(
      tx,
      lines.map((line) => line.skuId),
    );
    const used = await usedPieces(
      tx,
      lines.map((line) => line.orderLineId),
    );
    for (const row of rows) {
      const own = lines.filter((line) => line.shipmentId === row.id);
      const plan = planCartons(
        own.map((line): PlanLine => {
          const firstPiece = (used.get(line.orderLineId) ?? 0) + 1;
          used.set(line.orderLineId, firstPiece - 1 + line.qty);
          return {
            shipmentLineId: line.id,
            orderLineId: line.orderLineId,
            skuId: line.skuId,
            channelSku: line.channelSku,
            qty: line.qty,
            firstPiece,
            cartons: cartons.get(line.skuId) ?? [],
          };
        }),
      );
      await insertBoxes(tx, row, plan);
    }
    await tx.run`
      update shipment_line set qty_packed = qty
      where tenant_id = ${tx.tenant} and shipment_id = any(${rows.map((row) => row.id)}::uuid[])`;
    await recordPacked(
      tx,
      lines.map((line) => ({ orderLineId: line.orderLineId, delta: line.qty })),
    );
    await refreshFigures(
      tx,
      rows.map((row) => row.id),
    );
  },
});

/** Highest piece number taken by live boxes of other shipments, per order line. */
async function usedPieces(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ line: string; last: number }>`
    select i->>'orderLineId' as line, max((i->>'piece')::integer + (i->>'qty')::integer - 1) as last
    from box b join shipment_line l on l.tenant_id = b.tenant_id and l.shipment_id = b.shipment_id
      cross join jsonb_array_elements(b.items) i
    where b.tenant_id = ${tx.tenant} and b.status <> 'void' and l.order_line_id = any(${orderLineIds}::uuid[])
    group by 1`;
  return new Map(rows.map((row) => [row.line, row.last]));
}

async function insertBoxes(
  tx: Tx,
  shipment: ShipmentRow,
  plan: readonly PlannedBox[],
): Promise<void> {
  const numbers = await tx.numbering.take(tx.actor, 'BX', plan.length);
  const { warehouseId, accountId, environment } = shipment;
  const ids = await insertInto(
    tx,
    box,
    plan.map((planned, at) => ({
      ...planned,
      boxNo: numbers[at] as string,
      shipmentId: shipment.id,
      warehouseId,
      accountId,
      environment,
    })),
  );
  recordBirth(
    tx,
    boxLifecycle,
    'pack',
    ids.map((id) => ({ id, status: 'open', scope: shipment.accountId })),
  );
}

const discard = command(boxLifecycle, 'discard', { run: async () => undefined });

/** Voids the live boxes of a shipment and takes their units out of the packed counters. */
export async function discardBoxes(tx: Tx, shipmentId: string): Promise<void> {
  const boxes = await tx.rows<{ id: string }>`
    select id from box where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid
      and status in ('open', 'sealed', 'labelled')`;
  if (boxes.length > 0)
    await moveWithin(
      tx,
      discard,
      boxes.map((box) => box.id),
    );
  const packed = await pick(tx, shipmentLine, ['orderLineId', 'qtyPacked'])`
    shipment_id = ${shipmentId}::uuid and qty_packed > 0`;
  await recordPacked(
    tx,
    packed.map((line) => ({ orderLineId: line.orderLineId, delta: -line.qtyPacked })),
  );
  await tx.run`update shipment_line set qty_packed = 0
    where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid and qty_packed > 0`;
}

const unmeasured = (row: BoxRow): boolean =>
  !row.weightG || !row.lengthMm || !row.widthMm || !row.heightMm;

const markSealed = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await setColumns(tx, box, ids, { sealedAt: tx.now, sealedBy: tx.actor.username });
};

const measuredGuard = async (_tx: Tx, rows: readonly BoxRow[]): Promise<Map<string, Refusal>> =>
  new Map(rows.filter(unmeasured).map((row) => [row.id, boxNotMeasured({ boxNo: row.boxNo })]));

const shipmentsOf = (rows: readonly BoxRow[]): string[] => [
  ...new Set(rows.map((row) => row.shipmentId)),
];

/** Takes the shipments of boxes first: who closes another of their boxes meanwhile waits and sees. */
const lockShipments = (
  tx: Tx,
  rows: readonly BoxRow[],
): Promise<{ id: string; status: string }[]> =>
  tx.rows`select id, status from shipment
    where tenant_id = ${tx.tenant} and id = any(${shipmentsOf(rows)}::uuid[]) order by id for update`;

/** 封箱: a measured box is closed; the last one closes the packing of its shipment. */
export const sealBox: Command = command(boxLifecycle, 'seal', {
  guard: measuredGuard,
  async run(tx, rows) {
    await markSealed(
      tx,
      rows.map((row) => row.id),
    );
    const shipments = await lockShipments(tx, rows);
    const done = await tx.rows<{ id: string }>`
      select s.id from shipment s
      where s.tenant_id = ${tx.tenant} and s.status = 'packing'
        and s.id = any(${shipments.map((shipment) => shipment.id)}::uuid[])
        and not exists (select 1 from box b where b.tenant_id = s.tenant_id and b.shipment_id = s.id
          and b.status = 'open' and b.id <> all(${rows.map((row) => row.id)}::uuid[]))`;
    if (done.length > 0)
      await moveWithin(
        tx,
        allSealed,
        done.map((shipment) => shipment.id),
      );
  },
});

const markPacked = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await setColumns(tx, shipment, ids, { packedAt: tx.now });
};

const allSealed = command(shipmentLifecycle, 'allSealed', {
  run: (tx, rows) =>
    markPacked(
      tx,
      rows.map((row) => row.id),
    ),
});

const sealQuietly = command(boxLifecycle, 'seal', {
  guard: measuredGuard,
  run: (tx, rows) =>
    markSealed(
      tx,
      rows.map((row) => row.id),
    ),
});

/** 全部封箱 */
export const sealAll: Command = command(shipmentLifecycle, 'sealAll', {
  async run(tx, rows) {
    const boxes = await tx.rows<{ id: string; shipmentId: string; status: string }>`
      select id, shipment_id, status from box where tenant_id = ${tx.tenant} and status <> 'void'
        and shipment_id = any(${rows.map((row) => row.id)}::uuid[])`;
    for (const row of rows) if (!boxes.some((box) => box.shipmentId === row.id)) throw noBoxes();
    const open = boxes.filter((box) => box.status === 'open').map((box) => box.id);
    if (open.length > 0) await moveWithin(tx, sealQuietly, open);
    await markPacked(
      tx,
      rows.map((row) => row.id),
    );
  },
});

/** 开箱: an unlabelled box is opened again, and its shipment is packed no more. */
export const reopenBox: Command = command(boxLifecycle, 'reopen', {
  async guard(tx, rows) {
    const waiting = await tx.rows<{ id: string }>`
      select id from shipment where tenant_id = ${tx.tenant} and status = 'labelling'
        and id = any(${shipmentsOf(rows)}::uuid[])`;
    const ids = new Set(waiting.map(({ id }) => id));
    const own = rows.filter((row) => ids.has(row.shipmentId));
    return new Map(own.map((row) => [row.id, labelPending()]));
  },
  async run(tx, rows) {
    const shipments = await lockShipments(tx, rows);
    if (shipments.some(({ status }) => status === 'labelling')) throw labelPending();
    const packed = shipments.filter(({ status }) => status === 'packed').map(({ id }) => id);
    if (packed.length > 0) await moveWithin(tx, reopenQuietly, packed);
  },
});

const reopenQuietly = command(shipmentLifecycle, 'reopen', { run: async () => undefined });

/** 重新装箱: all sealed boxes of the shipment are opened. */
export const reopenShipment: Command = command(shipmentLifecycle, 'reopen', {
  async run(tx, rows) {
    const boxes = await tx.rows<{ id: string }>`
      select id from box where tenant_id = ${tx.tenant} and status = 'sealed'
        and shipment_id = any(${rows.map((row) => row.id)}::uuid[])`;
    if (boxes.length > 0)
      await moveWithin(
        tx,
        openQuietly,
        boxes.map((box) => box.id),
      );
  },
});

const openQuietly = command(boxLifecycle, 'reopen', { run: async () => undefined });

/** 称重量尺 */
export const measureBox: Command = command(boxLifecycle, 'measure', {
  async run(tx, rows, { weightG, lengthMm, widthMm, heightMm }) {
    await setColumns(tx, box, rows, { weightG, lengthMm, widthMm, heightMm });
    await refreshFigures(tx, shipmentsOf(rows));
  },
});
