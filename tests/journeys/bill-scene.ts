import { newId } from '#kit/server/database.ts';
import { announceGoods } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

const BILL = '/purchasing/supplierBill';
let made = 0;

export interface Ordered {
  skuId: string;
  qty: number;
  unitPrice: string;
  taxRate?: string;
}

/** A supplier of its own. */
export async function newSupplier(admin: Client, more: object = {}): Promise<string> {
  const code = `BILL-${++made}`;
  const { id } = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code,
      name: `宁波家具厂 ${made}`,
      type: 'factory',
      status: 'enabled',
      currency: 'USD',
      ...more,
    }),
  );
  return id;
}

const stepReceipt = (admin: Client, id: string, step: string, body: object = {}) =>
  must(admin.post(`/inventory/inboundReceipt/${id}/${step}`, body, { 'idempotency-key': newId() }));

/** A purchase order that the supplier has. @returns its id */
export async function orderedGoods(
  admin: Client,
  supplierId: string,
  warehouseId: string,
  lines: readonly Ordered[],
  { checker, ...head }: { checker?: Client; tolerance?: string; currency?: string } = {},
): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId,
      currency: 'USD',
      lines,
      ...head,
    }),
  );
  const { state } = await must(admin.post<{ state: string }>(`/purchasing/purchaseOrder/${id}/submit`));
  if (checker && state === 'submitted') await must(checker.post(`/purchasing/purchaseOrder/${id}/approve`));
  else if (state !== 'approved') throw new Error(`the order is ${state}, make it smaller`);
  await must(admin.post(`/purchasing/purchaseOrder/${id}/order`));
  return id;
}

/** Takes in units of an order: on the receipt that it has, or on one that is made for it. */
export async function comeIn(scene: TestApp, admin: Client, poId: string, units: readonly number[]): Promise<string> {
  const open = await look(
    scene,
    (tx) => tx.maybe<{ id: string; status: string }>`
      select id, status from inbound_receipt where tenant_id = ${tx.tenant} and ref_id = ${poId}::uuid
        and status not in ('completed', 'cancelled')`,
  );
  const id = open?.id ?? (await announce(scene, poId));
  if (open?.status !== 'receiving' && open?.status !== 'arrived') await stepReceipt(admin, id, 'arrive');
  const desk = await must(admin.get<{ lines: { id: string }[] }>(`/inventory/inboundReceipt/${id}/desk`));
  const lines = desk.lines.flatMap(({ id: lineId }, at) => (units[at] ? [{ lineId, qty: units[at] }] : []));
  await stepReceipt(admin, id, 'receive', { lines });
  return id;
}

const announce = (scene: TestApp, poId: string): Promise<string> =>
  look(scene, async (tx) => {
    const order = await tx.one<{ poNo: string; warehouseId: string }>`
      select po_no, warehouse_id from purchase_order where tenant_id = ${tx.tenant} and id = ${poId}::uuid`;
    const lines = await tx.rows<{
      skuId: string;
      qty: number;
      unitCost: string;
      refLineId: string;
    }>`
      select sku_id, qty, unit_price::text as unit_cost, id as ref_line_id from purchase_order_line
      where tenant_id = ${tx.tenant} and purchase_order_id = ${poId}::uuid order by id`;
    const ref = { type: 'purchaseOrder', id: poId, no: order.poNo };
    return announceGoods(tx, scene.app.registry, {
      warehouseId: order.warehouseId,
      tolerance: '0.01',
      ref,
      lines,
    });
  });

/** A bill as it is typed. */
export const addBill = (who: Client, supplierId: string, lines: readonly object[], head: object = {}) =>
  who.post<{ id: string }>(`${BILL}/add`, {
    supplierId,
    invoiceNo: `INV-${++made}`,
    currency: 'USD',
    billDate: '2026-11-20',
    ...head,
    lines,
  });

export const moveBill = (who: Client, id: string, move: string, body: object = {}) =>
  who.post<{ state: string }>(`${BILL}/${id}/${move}`, body, { 'idempotency-key': newId() });

export interface ShownBill extends Record<string, unknown> {
  lines: { supplierBillLine: Record<string, unknown>[] };
}
export const shownBill = (who: Client, id: string): Promise<ShownBill> =>
  must(who.get<ShownBill>(`${BILL}/queryById`, { id }));
