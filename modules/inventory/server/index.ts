import type { EventRecord, Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import type { Within } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import type { Route } from '#kit/server/route.ts';
import { warehouseHasStock } from '../model/errors.ts';
import {
  reservation,
  stockAdjustment,
  stockAdjustmentLine,
  stockLevel,
  stockMovement,
} from '../model/stock.ts';
import {
  adjustmentRoutes,
  approveAdjustment,
  cancelAdjustment,
  rejectAdjustment,
  submitAdjustment,
} from './adjustments.ts';
import { importAdjustmentRoutes } from './import-adjustment.ts';

export { addAdjustment, submitAdjustment } from './adjustments.ts';
export { inventoryInvariants } from './invariants.ts';
export { postMovements, shipReserved, type Movement, type ShippedItem } from './movements.ts';
export {
  availableOf,
  heldUnits,
  release,
  reserve,
  type Demand,
  type Shortage,
} from './reservations.ts';

export const inventoryServes: Serve[] = [
  { resource: stockLevel },
  { resource: stockMovement },
  { resource: reservation },
  {
    resource: stockAdjustment,
    commands: [submitAdjustment, approveAdjustment, rejectAdjustment, cancelAdjustment],
  },
  { resource: stockAdjustmentLine },
];

export const inventoryRoutes = (services: {
  numbering: Numbering;
  registry: Registry;
}): Route[] => [...adjustmentRoutes(services.numbering), ...importAdjustmentRoutes(services)];

export const inventoryWithin: Within[] = [
  {
    event: 'catalog:sku.changed',
    name: 'inventory copies the oversell limit',
    run: (tx, event) => copyOversellLimits(tx, [event]),
    runAll: copyOversellLimits,
  },
  {
    event: 'base:warehouse.changed',
    name: 'inventory keeps warehouses that hold stock',
    run: async (tx, event) => {
      const id = event.payload['id'];
      if (event.payload['change'] === 'delete') {
        const held = await tx.maybe`
          select 1 from stock_level where tenant_id = ${tx.tenant} and warehouse_id = ${id}::uuid
            and (on_hand <> 0 or reserved <> 0) limit 1`;
        if (held) throw warehouseHasStock();
        return;
      }
      await tx.run`
        update stock_level l set allow_negative = w.allow_negative
        from warehouse w where w.tenant_id = ${tx.tenant} and w.id = ${id}::uuid
          and l.tenant_id = w.tenant_id and l.warehouse_id = w.id and l.allow_negative <> w.allow_negative`;
    },
  },
];

async function copyOversellLimits(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  await tx.run`
    update stock_level l set oversell_limit = case when s.allow_oversell then s.oversell_limit else 0 end
    from sku s where s.tenant_id = ${tx.tenant}
      and s.id = any(${events.map(({ payload }) => payload['id'])}::uuid[])
      and l.tenant_id = s.tenant_id and l.sku_id = s.id and l.condition = 'good'`;
}
