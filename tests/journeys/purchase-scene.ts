import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';

export const ORDER = '/purchasing/purchaseOrder';
export const RECEIPT = '/inventory/inboundReceipt';

export interface Line {
  id: string;
  skuId: string;
  qty: number;
  unitPrice: string;
  lineNet: string;
  qtyReceived: number;
  qtyClosed: number;
}
export interface Order {
  id: string;
  version: number;
  poNo: string;
  status: string;
  receivedCount: number;
  total: string;
  unannouncedCount: number;
  receipts: { id: string; receiptNo: string; status: string; plannedQty: number }[];
  lines: { purchaseOrderLine: Line[] };
}
export interface Typed {
  skuId: string;
  qty: number;
  unitPrice?: string;
  taxRate?: string;
}

/** People who buy, check and receive, a supplier, and goods that nobody has moved yet. */
export interface PurchaseScene {
  scene: TestApp;
  admin: Client;
  buyer: Client;
  checker: Client;
  receiver: Client;
  supplierId: string;
  warehouses: string[];
  newSku(): Promise<string>;
  draft(lines: Typed[], head?: object, who?: Client): Promise<string>;
  /** A move of an order. */
  make(id: string, move: string, answers?: object, who?: Client): ReturnType<typeof step>;
  /** A draft that was submitted, approved where that is needed, and ordered. */
  ordered(lines: Typed[], head?: object): Promise<string>;
  order(id: string, who?: Client): Promise<Order>;
  /** A move of a receipt. */
  receipt(id: string, move: string, answers?: object, who?: Client): ReturnType<typeof step>;
  /** The receipt of an order that is not ended, brought to the gate. */
  atGate(orderId: string): Promise<string>;
  take(receiptId: string, qty: number, who?: Client): ReturnType<typeof step>;
}

const step = (who: Client, path: string, answers: object) =>
  who.post<{ state: string; errors?: object[] }>(path, answers, { 'idempotency-key': newId() });

export async function openPurchasing(): Promise<PurchaseScene> {
  const scene = await startTestApp();
  const admin = await scene.as('admin');
  for (const [username, role] of [
    ['buyer', 'BUY'],
    ['receiver', 'WH'],
  ] as const)
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: [role],
      departs: ['A01'],
    });
  const buyer = await scene.as('buyer');
  const checker = await scene.as('fuhe');
  const receiver = await scene.as('receiver');
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const { id: supplierId } = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code: 'NB-01',
      name: '宁波家具厂',
      type: 'factory',
      currency: 'USD',
    }),
  );
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  const warehouses = [here, ...Object.values(scene.seller.warehouses).filter((id) => id !== here)];
  let made = 0;
  const place: PurchaseScene = {
    scene,
    admin,
    buyer,
    checker,
    receiver,
    supplierId,
    warehouses,
    async newSku() {
      const skuCode = `BUY-${++made}`;
      const body = { skuCode, name: `货品${made}`, productId };
      return (await must(admin.post<{ id: string }>('/catalog/sku/add', body))).id;
    },
    async draft(lines, head = {}, who = buyer) {
      const body = { supplierId, warehouseId: here, currency: 'USD', ...head, lines };
      return (await must(who.post<{ id: string }>(`${ORDER}/add`, body))).id;
    },
    make: (id, move, answers = {}, who = buyer) => step(who, `${ORDER}/${id}/${move}`, answers),
    async ordered(lines, head = {}) {
      const id = await place.draft(lines, head);
      const { state } = await must(place.make(id, 'submit'));
      if (state === 'submitted') await must(place.make(id, 'approve', {}, checker));
      await must(place.make(id, 'order'));
      return id;
    },
    order: (id, who = buyer) => must(who.get<Order>(`${ORDER}/queryById`, { id })),
    receipt: (id, move, answers = {}, who = receiver) => step(who, `${RECEIPT}/${id}/${move}`, answers),
    async atGate(orderId) {
      const { receipts } = await place.order(orderId);
      const open = receipts.find(({ status }) => status === 'announced');
      if (!open) throw new Error('nothing is announced');
      await must(place.receipt(open.id, 'arrive'));
      return open.id;
    },
    async take(receiptId, qty, who = receiver) {
      const desk = await must(receiver.get<{ lines: { id: string }[] }>(`${RECEIPT}/${receiptId}/desk`));
      const lines = [{ lineId: desk.lines[0]?.id, qty }];
      return place.receipt(receiptId, 'receive', { lines }, who);
    },
  };
  return place;
}

/** What lies in the good shelf, and what is on its way there. */
export const shelfOf = (scene: TestApp, skuId: string) =>
  look(
    scene,
    (tx) => tx.maybe<{ onHand: number; inTransit: number }>`
      select on_hand, in_transit from stock_level
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and condition = 'good'`,
  );

/** What is left of its layers, and what that is worth in cents, oldest first. */
export const layersOf = (scene: TestApp, skuId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid order by id`,
  );

/** The balance of an account, debits positive. */
export const balanceOf = async (scene: TestApp, code: string): Promise<bigint> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ balance: bigint }>`
        select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = ${code}`,
    )
  ).balance;
