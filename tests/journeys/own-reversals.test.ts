import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { newId } from '#kit/server/database.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { draftClaim, moveClaim } from './claim-scene.ts';
import { checkedBy, draftCost, moveCost, newSku, received } from './landed-scene.ts';
import { CHAIR, draftReturn, moveReturn, readReturn, sentOrder } from './return-scene.ts';

/** Nobody takes back what they paid, posted or issued, and money that came back leaves by a third hand. */

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  [admin, holder, reviewer] = await Promise.all([scene.as('admin'), scene.as('caiwu'), scene.as('fuhe')]);
  checkedBy(() => scene.as('fuhe'));
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

/** A bill that one person wrote, matched and posted. */
async function postedBill(): Promise<string> {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const lines = [{ skuId: sku.id, qty: 10, unitPrice: '10' }];
  const poId = await orderedGoods(admin, supplierId, here, lines);
  await comeIn(scene, admin, poId, [10]);
  const billed = [{ purchaseOrderId: poId, skuId: sku.id, qty: 10, unitPrice: '10' }];
  const { id } = await must(addBill(admin, supplierId, billed));
  for (const move of ['match', 'post']) await must(moveBill(admin, id, move));
  return id;
}

interface Payment {
  id: string;
  madeByMe: boolean;
}
const paymentsOf = async (who: Client, billId: string): Promise<Payment[]> =>
  (
    await must(
      who.get<{ records: Payment[] }>('/purchasing/billPayment/list', {
        billId,
        column: 'createTime',
        order: 'desc',
      }),
    )
  ).records;

const step = (who: Client, path: string) => who.post(path, { reason: '付错' }, { 'idempotency-key': newId() });
const reverse = (who: Client, id: string) => step(who, `/purchasing/billPayment/${id}/reverse`);

const OWN_PAYMENT = '付款人不能冲销自己的付款，请由其他有冲销权限的人冲销';
const paidBefore = (no: unknown): string =>
  `${no} 的付款曾被冲销，冲销人和原付款人不能再次付款，请由其他有付款权限的人付款`;

test('a payment is taken back by another, and paid again by neither of the two', async () => {
  const id = await postedBill();
  const { billNo } = await shownBill(admin, id);
  await must(moveBill(admin, id, 'pay', { amount: '40' }));
  await must(moveBill(admin, id, 'pay'));
  const [second, first] = await paymentsOf(admin, id);
  expect([second?.madeByMe, first?.madeByMe]).toEqual([true, true]);
  for (const one of [second, first])
    expect(await reverse(admin, one?.id ?? '')).toMatchObject({
      status: 403,
      message: OWN_PAYMENT,
    });
  const many = await must(
    admin.post<{ results: { ok: boolean }[] }>(
      '/purchasing/billPayment/batch/reverse',
      { ids: [first?.id, second?.id], answers: { reason: '付错' } },
      { 'idempotency-key': newId() },
    ),
  );
  expect(JSON.stringify(many)).toContain(OWN_PAYMENT);
  expect(await shownBill(admin, id)).toMatchObject({ status: 'paid' });

  expect((await paymentsOf(reviewer, id))[0]?.madeByMe).toBe(false);
  await must(reverse(reviewer, second?.id ?? ''));
  const refused = { status: 403, message: paidBefore(billNo) };
  expect(await moveBill(admin, id, 'pay')).toMatchObject(refused);
  expect(await moveBill(admin, id, 'pay', { amount: '0.01' })).toMatchObject(refused);
  // Who took it back reads bills, and pays none whatever right they are given.
  const reversed = await look(
    scene,
    (tx) => tx.rows<{ paid: boolean; back: boolean }>`
      select u1.username = 'admin' as paid, u2.username = 'fuhe' as back from bill_payment p
      join app_user u1 on u1.id = any(p.maker_ids) join app_user u2 on u2.id = any(p.reverser_ids)
      where p.tenant_id = ${tx.tenant} and p.bill_id = ${id}::uuid`,
  );
  expect(reversed).toEqual([{ paid: true, back: true }]);
  await must(moveBill(holder, id, 'pay'));
  // The third hand does not take its own back either, and who takes it back pays no more.
  const [third] = await paymentsOf(holder, id);
  expect((await reverse(holder, third?.id ?? '')).status).toBe(403);
  await must(reverse(admin, third?.id ?? ''));
  expect(await moveBill(admin, id, 'pay')).toMatchObject(refused);
  expect(await moveBill(holder, id, 'pay')).toMatchObject(refused);
  expect(await shownBill(admin, id)).toMatchObject({ status: 'part_paid', paidTotal: '40.00' });
  expect(await scene.violations()).toEqual([]);
});

/** Lets all people of the tenant have had a hand in the payments of a bill: there is nobody else to ask. */
const everybody = (billId: string) =>
  look(
    scene,
    (tx) => tx.run`update bill_payment set maker_ids = array(
        select user_id from membership where tenant_id = ${tx.tenant})
      where tenant_id = ${tx.tenant} and bill_id = ${billId}::uuid`,
  );

test('where there is nobody else to ask, who paid takes it back, and who only paid pays again', async () => {
  const id = await postedBill();
  await must(moveBill(holder, id, 'pay'));
  await everybody(id);
  const [payment] = await paymentsOf(admin, id);
  expect(payment?.madeByMe).toBe(false);
  await must(reverse(admin, payment?.id ?? ''));
  expect((await moveBill(admin, id, 'pay')).status).toBe(403);
  // A deputy asks for whoever they act for, and could have been asked themselves.
  const at = (hours: number): string =>
    toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');
  await must(
    holder.post('/sys/sysUserAgent/add', {
      userName: 'caiwu',
      agentUserName: 'yunying',
      status: '1',
      startTime: at(-1),
      endTime: at(4),
    }),
  );
  const { token } = await must(
    (await scene.as('yunying')).post<{ token: string }>('/sys/sysUserAgent/begin', { userName: 'caiwu' }),
  );
  expect(
    await holder.post(
      `/purchasing/supplierBill/${id}/pay`,
      {},
      { 'idempotency-key': newId(), 'x-access-token': token },
    ),
  ).toMatchObject({ status: 403, message: paidBefore((await shownBill(admin, id)).billNo) });
  await must(moveBill(holder, id, 'pay'));
});

test('a landed cost is taken back neither by who wrote it nor by who posted it', async () => {
  const sku = await newSku(admin, productId);
  const cost = async () => {
    const receipt = await received(admin, here, [{ skuId: sku.id, qty: 5, unitCost: '10' }]);
    return draftCost(admin, [receipt], { warehouseId: here, freight: '5' });
  };
  const refused = {
    status: 403,
    message: '制单人和过账人不能冲销自己的费用单，请由其他有冲销权限的人冲销',
  };
  const own = await cost();
  await must(moveCost(admin, own, 'post'));
  expect(await moveCost(admin, own, 'reverse', { reason: '重来' })).toMatchObject(refused);
  await must(moveCost(reviewer, own, 'reverse', { reason: '重来' }));
  const other = await cost();
  await must(moveCost(holder, other, 'post'));
  const hands = await look(
    scene,
    (tx) => tx.rows<{ username: string }>`
      select u.username from landed_cost c join app_user u on u.id = any(c.maker_ids)
      where c.tenant_id = ${tx.tenant} and c.id = ${other}::uuid order by 1`,
  );
  expect(hands.map(({ username }) => username)).toEqual(['admin', 'caiwu']);
  expect((await moveCost(admin, other, 'reverse', { reason: '重来' })).status).toBe(403);
  await must(moveCost(reviewer, other, 'reverse', { reason: '重来' }));
});

test('a credit note is taken back by another than who issued it, a claim by another than who noted it paid', async () => {
  const [clerk, packer] = await Promise.all([scene.as('yunying'), scene.as('cangku')]);
  await openShop(scene, clerk);
  await addStock(scene, packer, CHAIR, 10);
  const order = await sentOrder(scene, clerk, packer, 1);
  const { id } = await must(draftReturn(clerk, order, { type: 'refundOnly' }));
  for (const move of ['submit', 'approve', 'credit']) await must(moveReturn(admin, id, move));
  const { creditNoteId } = await readReturn(admin, id);
  const note = `/aftersales/creditNote/${creditNoteId}/reverse`;
  expect(await step(admin, note)).toMatchObject({
    status: 403,
    message: '开具人不能冲销自己的退款单，请由其他有冲销权限的人冲销',
  });
  await must(step(reviewer, note));

  const claim = await draftClaim(scene, clerk);
  await must(moveClaim(clerk, claim, 'submit'));
  await must(moveClaim(admin, claim, 'pay', { amount: '1', way: 'cash' }));
  expect(await moveClaim(admin, claim, 'unpay', { reason: '错' })).toMatchObject({
    status: 403,
    message: '登记赔付的人不能冲销自己登记的赔付，请由其他有冲销权限的人冲销',
  });
  await must(moveClaim(reviewer, claim, 'unpay', { reason: '错' }));
  expect(await scene.violations()).toEqual([]);
});
