import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { boxesOf, cartonsOf, hugeBundles, MOST_BUNDLE_CARTONS } from '#modules/catalog/server/index.ts';
import { recordPacked } from '#modules/orders/server/index.ts';
import { MOST_PLANNED_BOXES, planCartons, type PlannedBox, type PlanLine } from '../../model/carton-plan.ts';
import { boxNotMeasured, bundleTooBig, labelPending, noBoxes, noCartons, tooManyBoxes } from '../../model/errors.ts';
import { boxLifecycle, shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { box, shipment, type BoxRow, type ShipmentRow } from '../../model/shipment.ts';
import { discardBoxes } from './discard-boxes.ts';
import { leadsOf, partnerRefusals, moveJointShipments } from '../joint/joint-shipment.ts';
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

const codesOf = (lines: readonly StoredLine[]): string => lines.map(({ channelSku }) => channelSku).join('、');

/** 按箱规装箱: boxes by the carton rule; packing again replaces what was packed. */
export const packShipment: Command = command(shipmentLifecycle, 'pack', {
  async guard(tx, rows) {
    const lines = await jointLinesOf(tx, rows);
    const cartons = await cartonsOf(
      tx,
      lines.map((line) => line.skuId),
    );
    const bareIds = lines.flatMap(({ skuId }) => (cartons.has(skuId) ? [] : [skuId]));
    const huge = bareIds.length > 0 ? await hugeBundles(tx, bareIds) : new Map<string, object>();
    const refusals = await partnerRefusals(tx, rows);
    for (const row of rows) {
      const own = lines.filter((line) => line.leadId === row.id);
      const big = own.filter(({ skuId }) => huge.has(skuId));
      const bare = own.filter(({ skuId }) => !cartons.has(skuId) && !huge.has(skuId));
      const boxes = own.reduce((sum, { qty, skuId }) => sum + boxesOf(qty, cartons.get(skuId)), 0);
      if (big.length > 0) refusals.set(row.id, bundleTooBig({ skus: codesOf(big), most: MOST_BUNDLE_CARTONS }));
      else if (bare.length > 0) refusals.set(row.id, noCartons({ skus: codesOf(bare) }));
      else if (boxes > MOST_PLANNED_BOXES) refusals.set(row.id, tooManyBoxes({ boxes, most: MOST_PLANNED_BOXES }));
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const row of rows) await discardBoxes(tx, row.id);
    const lines = await jointLinesOf(tx, rows);
    const cartons = await cartonsOf(
      tx,
      lines.map((line) => line.skuId),
    );
    const used = await usedPieces(
      tx,
      lines.map((line) => line.orderLineId),
    );
    for (const row of rows) {
      const own = lines.filter((line) => line.leadId === row.id);
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
      where tenant_id = ${tx.tenant} and id = any(${lines.map((line) => line.id)}::uuid[])`;
    await recordPacked(
      tx,
      lines.map((line) => ({ orderLineId: line.orderLineId, delta: line.qty })),
    );
    await refreshFigures(
      tx,
      rows.map((row) => row.id),
    );
    await moveJointShipments(tx, rows, packPartner);
  },
});

const packPartner = command(shipmentLifecycle, 'pack', { run: async () => undefined });

/** Lines of shipments and of those that they lead, each with the shipment whose boxes hold it. */
async function jointLinesOf(tx: Tx, rows: readonly ShipmentRow[]): Promise<(StoredLine & { leadId: string })[]> {
  const leads = await leadsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const lines = await linesOf(tx, [...leads.keys()]);
  return lines.map((line) => ({ ...line, leadId: leads.get(line.shipmentId) as string }));
}

/** Highest piece number taken by live boxes of other shipments, per order line. */
async function usedPieces(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ line: string; last: number }>`
    select i->>'orderLineId' as line, max((i->>'piece')::integer + (i->>'qty')::integer - 1) as last
    from shipment_line l join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
      join box b on b.tenant_id = s.tenant_id and b.shipment_id = coalesce(s.lead_id, s.id) and b.status <> 'void'
      cross join jsonb_array_elements(b.items) i
    where l.tenant_id = ${tx.tenant} and l.order_line_id = any(${orderLineIds}::uuid[])
      and i->>'orderLineId' = l.order_line_id::text
    group by 1`;
  return new Map(rows.map((row) => [row.line, row.last]));
}

async function insertBoxes(tx: Tx, shipment: ShipmentRow, plan: readonly PlannedBox[]): Promise<void> {
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

const unmeasured = (row: BoxRow): boolean => !row.weightG || !row.lengthMm || !row.widthMm || !row.heightMm;

const markSealed = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await setColumns(tx, box, ids, { sealedAt: tx.now, sealedBy: tx.actor.username });
};

const measuredGuard = async (_tx: Tx, rows: readonly BoxRow[]): Promise<Map<string, Refusal>> =>
  new Map(rows.filter(unmeasured).map((row) => [row.id, boxNotMeasured({ boxNo: row.boxNo })]));

const shipmentsOf = (rows: readonly BoxRow[]): string[] => [...new Set(rows.map((row) => row.shipmentId))];

/** Takes the shipments of boxes first: who closes another of their boxes meanwhile waits and sees. */
const lockShipments = (tx: Tx, rows: readonly BoxRow[]): Promise<{ id: string; status: string }[]> =>
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
      await moveInTransaction(
        tx,
        allSealed,
        done.map((shipment) => shipment.id),
      );
  },
});

const markPacked = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await setColumns(tx, shipment, ids, { packedAt: tx.now });
};

const allSealed: Command = command(shipmentLifecycle, 'allSealed', {
  async run(tx, rows) {
    await markPacked(
      tx,
      rows.map((row) => row.id),
    );
    await moveJointShipments(tx, rows, allSealed);
  },
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
  guard: partnerRefusals,
  async run(tx, rows) {
    const boxes = await tx.rows<{ id: string; shipmentId: string; status: string }>`
      select id, shipment_id, status from box where tenant_id = ${tx.tenant} and status <> 'void'
        and shipment_id = any(${rows.map((row) => row.id)}::uuid[])`;
    for (const row of rows) if (!boxes.some((box) => box.shipmentId === row.id)) throw noBoxes();
    const open = boxes.filter((box) => box.status === 'open').map((box) => box.id);
    if (open.length > 0) await moveInTransaction(tx, sealQuietly, open);
    await markPacked(
      tx,
      rows.map((row) => row.id),
    );
    await moveJointShipments(tx, rows, allSealed);
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
    if (packed.length > 0) await moveInTransaction(tx, reopenQuietly, packed);
  },
});

const reopenQuietly: Command = command(shipmentLifecycle, 'reopen', {
  run: (tx, rows) => moveJointShipments(tx, rows, reopenQuietly),
});

/** 重新装箱: all sealed boxes of the shipment are opened. */
export const reopenShipment: Command = command(shipmentLifecycle, 'reopen', {
  guard: partnerRefusals,
  async run(tx, rows) {
    const boxes = await tx.rows<{ id: string }>`
      select id from box where tenant_id = ${tx.tenant} and status = 'sealed'
        and shipment_id = any(${rows.map((row) => row.id)}::uuid[])`;
    if (boxes.length > 0)
      await moveInTransaction(
        tx,
        openQuietly,
        boxes.map((box) => box.id),
      );
    await moveJointShipments(tx, rows, reopenQuietly);
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
