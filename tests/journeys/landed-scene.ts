import { newId } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

const LANDED = '/purchasing/landedCost';
let made = 0;

/** A SKU of its own; `size` gives it a carton. @returns its id and code */
export async function newSku(
  admin: Client,
  productId: string,
  size?: { lengthMm: number; grossWeightG?: number; unitsPerCarton?: number },
): Promise<{ id: string; skuCode: string }> {
  const skuCode = `LAND-${++made}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  if (size)
    await must(
      admin.post('/catalog/skuCarton/add', {
        skuId: id,
        cartonNo: 1,
        label: '整件',
        widthMm: 100,
        heightMm: 100,
        grossWeightG: 1000,
        ...size,
      }),
    );
  return { id, skuCode };
}

let checker: (() => Promise<Client>) | undefined;

/** Who approves receipts of goods that nobody ordered. */
export const checkedBy = (who: () => Promise<Client>): void => {
  checker = who;
};

/** Announces a receipt; where it waits for somebody else, they approve it. */
export async function announced(who: Client, id: string): Promise<void> {
  const path = `/inventory/inboundReceipt/${id}`;
  const { state } = await must(who.post<{ state: string }>(`${path}/announce`, {}, { 'idempotency-key': newId() }));
  if (state === 'submitted' && checker)
    await must((await checker()).post(`${path}/approve`, {}, { 'idempotency-key': newId() }));
}

/** Goods that came on a receipt of their own. @returns its id */
export async function received(
  admin: Client,
  warehouseId: string,
  lines: readonly { skuId: string; qty: number; unitCost: string }[],
): Promise<string> {
  const { id } = await must(admin.post<{ id: string }>('/inventory/inboundReceipt/add', { warehouseId, lines }));
  await announced(admin, id);
  for (const step of ['arrive', 'receive'])
    await must(admin.post(`/inventory/inboundReceipt/${id}/${step}`, {}, { 'idempotency-key': newId() }));
  return id;
}

/** A draft over these receipts. @returns its id */
export async function draftCost(who: Client, receipts: readonly string[], head: object): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>(`${LANDED}/add`, {
      currency: 'USD',
      basis: 'qty',
      ...head,
      lines: receipts.map((receiptId) => ({ receiptId })),
    }),
  );
  return id;
}

export const moveCost = (who: Client, id: string, move: string, body: object = {}) =>
  who.post<{ state: string }>(`${LANDED}/${id}/${move}`, body, { 'idempotency-key': newId() });

/** Takes units out of stock, first in, first out. @returns what they cost, minor units */
export async function takeOut(scene: TestApp, warehouseId: string, skuId: string, qty: number): Promise<bigint> {
  const key = newId();
  const movement = {
    key,
    warehouseId,
    skuId,
    condition: 'good',
    type: 'adjust_out',
    qty: -qty,
    refType: 'test',
    refId: newId(),
    refNo: 'OUT',
  };
  const costs = await look(scene, (tx) => postMovements(tx, { movements: [movement] }));
  return costs.get(key) ?? -1n;
}

/** What the layers of a SKU hold. */
export const layersOf = (scene: TestApp, skuId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and qty_left > 0 order by id`,
  );

/** Debit less credit of an account, minor units. */
export async function balance(scene: TestApp, code: string): Promise<bigint> {
  const row = await look(
    scene,
    (tx) => tx.one<{ balance: bigint }>`
      select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = ${code}`,
  );
  return row.balance;
}
