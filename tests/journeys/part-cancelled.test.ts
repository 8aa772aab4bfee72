import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn } from '#kit/model/time.ts';
import type { SalesAnalysis } from '#modules/desk/model/analysis.ts';
import { openShop, pull } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** What units that were cancelled leave of an order, of its amount, and of the figures. */

const CHAIR = 'WB-DCH-HOLM-S2';
const SHANGHAI = 'Asia/Shanghai';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let packer: Client;
let streets = 0;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());

interface Line {
  id: string;
  channelSku: string;
  qtyShipped: number;
  qtyCancelled: number;
}
interface Order {
  id: string;
  status: string;
  total: string;
  unitCount: number;
  holds: string[];
  cancelSync: string;
  lines: { orderLine: Line[] };
}
const read = (id: string): Promise<Order> => must(clerk.get<Order>('/orders/salesOrder/queryById', { id }));

/** A typed order, submitted unless it is to stay a draft. */
async function typed(
  lines: { part: string; qty: number; unitPrice: string }[],
  { currency = 'USD', isDraft = false } = {},
): Promise<Order> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      currency,
      shipToAddress1: `${++streets} Side St`,
      lines: lines.map(({ part, qty, unitPrice }) => ({
        skuId: scene.seller.skus[part],
        channelSku: part,
        qty,
        unitPrice,
      })),
    }),
  );
  if (!isDraft) await must(admin.post(`/orders/salesOrder/${id}/submit`));
  return read(id);
}

const cancel = (order: Order, units?: Record<string, number>): Promise<unknown> =>
  must(
    clerk.post(`/orders/salesOrder/${order.id}/cancel`, {
      reason: '买家少要',
      ...(units && {
        lines: order.lines.orderLine
          .filter(({ channelSku }) => units[channelSku])
          .map(({ id, channelSku }) => ({ lineId: id, qty: units[channelSku] })),
      }),
    }),
  );

test('amounts and figures are those of what is left: by line, currency, day and SKU', async () => {
  covers('ours: units cancelled');
  const dollars = await typed([
    { part: STOOL, qty: 3, unitPrice: '20.005' },
    { part: CHAIR, qty: 1, unitPrice: '7.00' },
  ]);
  // 3 × 20.005 = 60.015, rounded half up.
  expect(dollars).toMatchObject({ total: '67.02', unitCount: 4 });
  await cancel(dollars, { [STOOL]: 1, [CHAIR]: 1 });
  expect(await read(dollars.id)).toMatchObject({ status: 'new', total: '40.01', unitCount: 2 });

  const yen = await typed([{ part: CHAIR, qty: 6, unitPrice: '1500' }], { currency: 'JPY' });
  expect(yen.total).toBe('9000');
  await cancel(yen, { [CHAIR]: 1 });
  expect(await read(yen.id)).toMatchObject({ total: '7500', unitCount: 5 });

  const nothing = await typed([{ part: STOOL, qty: 2, unitPrice: '99.00' }]);
  await cancel(nothing);
  expect(await read(nothing.id)).toMatchObject({ status: 'cancelled', total: '0.00' });
  await typed([{ part: STOOL, qty: 9, unitPrice: '99.00' }], { isDraft: true });

  const { days, topSkus, unrated } = await must(admin.get<SalesAnalysis>('/desk/analysis/sales'));
  const today = dayIn(scene.now(), SHANGHAI);
  expect(days.map(({ day }) => day)).toEqual([-6, -5, -4, -3, -2, -1, 0].map((back) => addDays(today, back)));
  // Nobody has said what a yen is worth: what sold in it is in no amount.
  expect(days.at(-1)).toMatchObject({ orders: 2, units: 7, amount: '40.01' });
  expect(unrated).toMatchObject([{ currency: 'JPY', count: 1 }]);
  expect(topSkus.map(({ name, orders, units, amount }) => [name.split(' ')[0], orders, units, amount])).toEqual([
    [STOOL, 1, 2, '40.01'],
    [CHAIR, 1, 5, '0.00'],
  ]);
  for (const order of [dollars, yen]) await cancel(order);
});

test('only what its channel knows, and has not cancelled itself, is sent to a channel', async () => {
  const manual = await typed([{ part: STOOL, qty: 1, unitPrice: '20' }]);
  await cancel(manual);
  expect((await read(manual.id)).cancelSync).toBe('none');

  const theirs = await newOrder(scene, clerk);
  await scene.sim('POST', '/cancellations', {
    po: theirs.po,
    partNumber: STOOL,
    quantity: 1,
    immediate: true,
  });
  await pull(scene, clerk);
  expect(await read(theirs.id)).toMatchObject({ status: 'cancelled', cancelSync: 'none' });

  const ours = await newOrder(scene, clerk);
  await cancel(await read(ours.id));
  expect(await read(ours.id)).toMatchObject({ status: 'cancelled', cancelSync: 'pending' });
});

test('an order that ends leaves no hold open, one that goes on keeps what a person set', async () => {
  const order = await read((await newOrder(scene, clerk, {}, 2)).id);
  await must(clerk.post(`/orders/salesOrder/${order.id}/hold`, { reason: '等客户回复' }));
  await cancel(order, { [STOOL]: 1 });
  expect(await read(order.id)).toMatchObject({ status: 'new', holds: ['manual'] });
  await cancel(order);
  expect(await read(order.id)).toMatchObject({ status: 'cancelled', holds: [] });
});

test('what is cancelled after a part has left makes the order a shipped one', async () => {
  const shop = await firstOf<{ id: string; version: number }>(admin, '/base/channelAccount/list', {
    id: scene.seller.accountId,
  });
  await must(
    admin.put('/base/channelAccount/edit', {
      id: shop.id,
      version: shop.version,
      allowSplit: true,
      strategy: 'priority',
    }),
  );
  await scene.sim('POST', '/config', { requireRegister: false });
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 's5',
    seed: 5,
  });
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', {
    channelOrderNo: poNumbers[0] as string,
  });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  const leaving = await firstOf(clerk, '/fulfilment/shipment/list', { orderId: id });
  const path = `/fulfilment/shipment/${leaving.id}`;
  await must(packer.post(`${path}/pack`));
  await must(packer.post(`${path}/sealAll`));
  await must(packer.post(`${path}/ownLabel`, { carrierCode: 'OWN', trackingNo: 'TRUCK-7' }));
  await must(packer.post(`${path}/ship`, {}, { 'idempotency-key': 'the first part' }));
  const partial = await read(id);
  const [line] = partial.lines.orderLine as [Line];
  expect(partial.status).toBe('partial');
  await cancel(partial);
  const ended = await read(id);
  expect(ended.status).toBe('shipped');
  expect(ended.lines.orderLine[0]).toMatchObject({
    qtyShipped: line.qtyShipped,
    qtyCancelled: 10 - line.qtyShipped,
  });
});
