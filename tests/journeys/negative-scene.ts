import { newId } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

let made = 0;

/** A SKU of which `limit` more may go than there are. */
export async function oversoldSku(
  admin: Client,
  more: { oversellLimit?: number; standardCost?: string } = {},
): Promise<string> {
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const skuCode = `BELOW-${++made}`;
  const { id } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', {
      skuCode,
      name: skuCode,
      productId,
      allowOversell: true,
      oversellLimit: 50,
      ...more,
    }),
  );
  return id;
}

/** Says whether stock of a warehouse may be below zero. */
export async function allowNegative(admin: Client, warehouseId: string, allowed: boolean): Promise<Answer<unknown>> {
  const { result } = await admin.get<{ version: number }>('/base/warehouse/queryById', {
    id: warehouseId,
  });
  const { version } = result;
  return admin.put('/base/warehouse/edit', { id: warehouseId, version, allowNegative: allowed });
}

export interface Move {
  skuId: string;
  qty: number;
  unitCost?: string;
  condition?: string;
  type?: string;
  key?: string;
}

/** Posts what comes and goes in one document. @returns the cost of each, minor units */
export async function post(scene: TestApp, warehouseId: string, ...moves: readonly Move[]): Promise<bigint[]> {
  const refId = newId();
  const movements = moves.map((move) => ({
    key: newId(),
    condition: 'good',
    unitCost: null,
    warehouseId,
    type: move.qty > 0 ? 'purchase_in' : 'sale_out',
    ...move,
    refType: 'test',
    refId,
    refNo: 'BELOW',
  }));
  const costs = await look(scene, (tx) => postMovements(tx, { movements }));
  return movements.map(({ key }) => costs.get(key) ?? -1n);
}

/** Open layers of a SKU in a warehouse, units and value; those below zero among them. */
export const openLayers = async (
  scene: TestApp,
  warehouseId: string,
  skuId: string,
): Promise<[qty: number, value: bigint][]> => {
  const rows = await look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer where tenant_id = ${tx.tenant}
        and warehouse_id = ${warehouseId}::uuid and sku_id = ${skuId}::uuid and qty_left <> 0
      order by id`,
  );
  return rows.map(({ qtyLeft, valueLeft }) => [qtyLeft, valueLeft]);
};
