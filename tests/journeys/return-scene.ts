import { newId } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder } from '#tests/lifecycles/one-of-each.ts';

export const CHAIR = 'WB-DCH-HOLM-S2';
export const RETURN = '/aftersales/returnOrder';

/** What a test reads of a return. */
export interface ReturnSeen {
  id: string;
  status: string;
  returnNo: string;
  orderId: string | null;
  raNo: string | null;
  dueAt: string | null;
  warehouseId: string | null;
  replacementOrderId: string | null;
  creditNoteId: string | null;
  isDisposalPending: boolean;
  expectedCredit: string;
  creditTotal: string;
  creditBase: string;
  disposalValue: string;
  recoveredValue: string;
  lostValue: string;
  returnLoss: string;
  refurbOpen: number;
  lines: { returnLine: LineSeen[] };
}

export interface LineSeen {
  id: string;
  skuId: string;
  orderLineId: string | null;
  qtyRequested: number;
  qtyReceived: number;
  qtyGood: number;
  qtyDamaged: number;
  qtyWrong: number;
  qtyMissing: number;
  credited: string;
  disposition: string | null;
  damagedDisposition: string | null;
}

/** An order that has left. */
export interface SentOrder {
  id: string;
  po: string;
  shipment: string;
  lineId: string;
  skuId: string;
}

const keyed = (): Record<string, string> => ({ 'idempotency-key': newId() });

/** An order of chairs that has left with a truck of our own. */
export async function sentOrder(scene: TestApp, clerk: Client, packer: Client, quantity = 2): Promise<SentOrder> {
  const admin = await scene.as('admin');
  const { id, po } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIR, quantity }],
  });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const shipment = await shipAll(admin, clerk, packer, id, po);
  await scene.settled();
  const line = await look(
    scene,
    (tx) => tx.one<{ id: string; skuId: string }>`
      select id, sku_id from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  return { id, po, shipment, lineId: line.id, skuId: line.skuId };
}

/** Sends an accepted order. @returns its shipment */
export async function shipAll(admin: Client, clerk: Client, packer: Client, id: string, po: string): Promise<string> {
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  const { id: shipment } = await firstOf(packer, '/fulfilment/shipment/list', { orderId: id });
  const step = (name: string, answers: object = {}) =>
    must(packer.post(`/fulfilment/shipment/${shipment}/${name}`, answers, keyed()));
  await step('pack');
  await step('sealAll');
  await step('ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-${po}` });
  await step('ship');
  return shipment;
}

/** The id of a reason. */
export const reasonOf = async (who: Client, code: string): Promise<string> =>
  (await firstOf(who, '/aftersales/returnReason/list', { code })).id;

interface Asked {
  type?: string;
  qty?: number;
  outcome?: string;
  reason?: string;
  warehouseId?: string;
}

/** Types a return of an order. @returns the answer to it */
export async function draftReturn(
  who: Client,
  order: Pick<SentOrder, 'id' | 'lineId' | 'skuId'>,
  { type = 'return', qty = 1, outcome, reason = 'defective', warehouseId }: Asked = {},
): Promise<Answer<{ id: string }>> {
  return who.post<{ id: string }>(`${RETURN}/add`, {
    type,
    orderId: order.id,
    reasonId: await reasonOf(who, reason),
    ...(warehouseId ? { warehouseId } : {}),
    lines: [
      {
        orderLineId: order.lineId,
        skuId: order.skuId,
        qtyRequested: qty,
        ...(outcome ? { outcome } : {}),
      },
    ],
  });
}

/** Makes a move of a return. */
export const moveReturn = (
  who: Client,
  id: string,
  name: string,
  answers: object = {},
  key?: string,
): Promise<Answer<{ state: string }>> =>
  who.post<{ state: string }>(`${RETURN}/${id}/${name}`, answers, key ? { 'idempotency-key': key } : keyed());

/** A return that was typed and submitted. @returns its id */
export async function requested(who: Client, order: SentOrder, request: Asked = {}): Promise<string> {
  const { id } = await must(draftReturn(who, order, request));
  await must(moveReturn(who, id, 'submit'));
  return id;
}

/** A return whose goods may come. @returns its id */
export async function approved(who: Client, order: SentOrder, request: Asked = {}): Promise<string> {
  const id = await requested(who, order, request);
  await must(moveReturn(who, id, 'approve'));
  return id;
}

export const readReturn = (who: Client, id: string): Promise<ReturnSeen> =>
  must(who.get<ReturnSeen>(`${RETURN}/queryById`, { id }));

/** The only line of a return. */
export async function lineOf(who: Client, id: string): Promise<LineSeen> {
  const [line] = (await readReturn(who, id)).lines.returnLine;
  if (!line) throw new Error(`return ${id} has no line`);
  return line;
}

/** What lies of a SKU in a warehouse, by condition. */
export const levelsOf = (scene: TestApp, skuId: string, warehouseId: string | null): Promise<Record<string, number>> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ condition: string; onHand: number }>`
      select condition, on_hand from stock_level where tenant_id = ${tx.tenant}
        and sku_id = ${skuId}::uuid and warehouse_id = ${warehouseId}::uuid`;
    return Object.fromEntries(rows.map(({ condition, onHand }) => [condition, onHand]));
  });

/** The balance of all accounts of a code, as debit less credit in minor units. */
export const debitOf = (scene: TestApp, code: string): Promise<number> =>
  look(scene, async (tx) => {
    const { sum } = await tx.one<{ sum: string }>`
      select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::text as sum
      from account a join posting p on p.tenant_id = a.tenant_id
        and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = ${code}`;
    return Number(sum);
  });

/** What an order shows of its returns. */
export const shownBy = (who: Client, id: string) =>
  must(
    who.get<{
      status: string;
      returnStatus: string;
      returnLoss: string | null;
      lines: { orderLine: { id: string; qtyReturned: number; cogs: string | null }[] };
    }>('/orders/salesOrder/queryById', { id }),
  );
