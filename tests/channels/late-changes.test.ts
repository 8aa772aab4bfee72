import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import {
  arrive,
  CHAIR,
  clerk,
  id,
  must,
  openChangedOrders,
  packed,
  po,
  read,
  say,
  scene,
  signIn,
  STOOL,
} from './changed-order.ts';
import { pull, type Page } from './shop.ts';

/** What the channel changes of goods that have left already: the parcel is to be stopped. */

openChangedOrders();

const MIRROR = 'WB-MIR-ARCH-65';

interface Parcel {
  id: string;
  status: string;
  interceptStatus: string | null;
  interceptReason: string | null;
}
const parcels = async (): Promise<Parcel[]> =>
  (
    await clerk.get<Page<Parcel>>('/fulfilment/shipment/list', {
      orderId: id,
      column: 'shipmentNo',
      order: 'asc',
    })
  ).result.records;
const onlyParcel = async (): Promise<[string | null, string | null]> => {
  const [one] = await parcels();
  return [one?.interceptStatus ?? null, one?.interceptReason ?? null];
};

async function labelled(shipment: string): Promise<void> {
  const packer = await scene.as('cangku');
  const path = `/fulfilment/shipment/${shipment}`;
  for (const name of ['pack', 'sealAll', 'ownLabel']) {
    const label = name === 'ownLabel' ? { carrierCode: 'OWN', trackingNo: `T${shipment}` } : {};
    const done = await packer.post(`${path}/${name}`, label);
    expect(done.success, `${name}: ${done.message}`).toBe(true);
  }
}

async function leave(shipment: string): Promise<void> {
  await scene.pass(3 * 86_400_000);
  await signIn();
  const packer = await scene.as('cangku');
  const path = `/fulfilment/shipment/${shipment}/ship`;
  const done = await packer.post(path, {}, { 'idempotency-key': `ship ${shipment}` });
  expect(done.success, done.message).toBe(true);
  await scene.settled();
}

/** Two lines that have left in one parcel. */
async function shipped(chairs: number, stools: number): Promise<string> {
  await arrive([
    { partNumber: CHAIR, quantity: chairs },
    { partNumber: MIRROR, quantity: stools },
  ]);
  await must('accept');
  const shipment = await packed();
  await leave(shipment);
  expect(await read()).toMatchObject({ status: 'shipped' });
  return shipment;
}

const note = async (shipment: string, name: string): Promise<void> => {
  const packer = await scene.as('cangku');
  const answers = await packer.post(`/fulfilment/shipment/${shipment}/${name}`, { reason: '已联系' });
  expect(answers.success, answers.message).toBe(true);
};

test('of an order that leaves in parts only the parcel with the goods is asked for', async () => {
  const admin = await scene.as('admin');
  const { accountId } = scene.seller;
  const shop = await admin.get<{ version: number }>('/base/channelAccount/queryById', {
    id: accountId,
  });
  await admin.put('/base/channelAccount/edit', {
    id: accountId,
    version: shop.result.version,
    allowSplit: true,
    strategy: 'priority',
  });
  // An own carrier: this channel takes the notice without labels of its own.
  await scene.sim('POST', '/config', { requireRegister: false });
  await arrive([
    { partNumber: STOOL, quantity: 10 },
    { partNumber: CHAIR, quantity: 1 },
  ]);
  await must('accept');
  const methods = await admin.get<Page<{ id: string }>>('/base/shipMethod/list', {
    code: 'OWN-TRK',
  });
  await must('start', { shipMethodId: methods.result.records[0]?.id });
  // The chair lies in the one, of the stools six and four.
  const [first, second] = (await parcels()) as [Parcel, Parcel];
  await labelled(first.id);
  await leave(first.id);
  expect(await read()).toMatchObject({ status: 'partial' });
  // Units that are still here are held back here.
  await say({ products: [{ from: 0, quantity: 7 }, { from: 1 }] });
  expect(await read()).toMatchObject({ holds: ['channelChange'] });
  expect((await parcels()).map((one) => one.interceptStatus)).toEqual([null, null]);
  await must('rejectChange', { reason: '已备货' });
  await labelled(second.id);
  await leave(second.id);
  // A buyer who does not want the chair any more has its parcel stopped alone.
  const requested = { po, partNumber: CHAIR, quantity: 1, reason: 'Changed mind' };
  await scene.sim('POST', '/cancellations', requested);
  await pull(scene, clerk);
  const request = `买家申请取消 ${CHAIR}×1 Changed mind`;
  expect((await parcels()).map((one) => [one.interceptStatus, one.interceptReason])).toEqual([
    ['toContact', request],
    [null, null],
  ]);
  // Of the stools it wants as few as before: somebody has decided about them.
  await say({ products: [{ from: 0, quantity: 7 }] });
  expect((await parcels()).map((one) => [one.interceptStatus, one.interceptReason])).toEqual([
    ['toContact', `发货后读到平台取消或减少：${CHAIR} 平台要 0，已发 1；${request}`],
    [null, null],
  ]);
});

test('fewer units than were shipped ask for the parcel, with both lines in the reason, once', async () => {
  covers('ours: intercepted parcels');
  await shipped(3, 3);
  await say({
    products: [
      { from: 0, quantity: 1 },
      { from: 1, quantity: 2 },
    ],
  });
  const reason = `发货后读到平台取消或减少：${CHAIR} 平台要 1，已发 3；${MIRROR} 平台要 2，已发 3`;
  expect(await onlyParcel()).toEqual(['toContact', reason]);
  expect(await read()).toMatchObject({ status: 'shipped', holds: [] });
  await pull(scene, clerk);
  expect(await onlyParcel()).toEqual(['toContact', reason]);
  const todo = await clerk.get<Page<{ id: string }>>('/fulfilment/shipment/list', {
    interceptStatus: 'toContact',
    orderId: id,
  });
  expect(todo.result.total).toBe(1);
  // The further word stands before the first.
  await say({ products: [{ from: 0, quantity: 1 }] });
  expect(await onlyParcel()).toEqual(['toContact', `发货后读到平台取消或减少：${MIRROR} 平台要 0，已发 3；${reason}`]);
});

test('a line that the channel cancels asks too; more units and another price do not', async () => {
  await shipped(1, 1);
  await say({
    products: [
      { from: 0, quantity: 4 },
      { from: 1, price: 1 },
    ],
  });
  expect(await onlyParcel()).toEqual([null, null]);
  await say({ products: [{ from: 0 }, { from: 1, isCancelled: true }] });
  expect(await onlyParcel()).toEqual(['toContact', `发货后读到平台取消或减少：${MIRROR} 平台要 0，已发 1`]);
});

test('one that could not be stopped is asked for again; one that comes back is not', async () => {
  const shipment = await shipped(2, 1);
  await say({ products: [{ from: 0, quantity: 1 }, { from: 1 }] });
  await note(shipment, 'noteNotStopped');
  await say({ products: [{ from: 1 }] });
  const again = `发货后读到平台取消或减少：${CHAIR} 平台要 0，已发 2`;
  expect(await onlyParcel()).toEqual(['toContact', again]);
  await note(shipment, 'noteStopped');
  const [status, reason] = await onlyParcel();
  expect(status).toBe('stopped');
  await say({ products: [{ from: 0, isCancelled: true }] });
  expect(await onlyParcel()).toEqual(['stopped', reason]);
});

test('another address after the goods have left asks for the parcel; before it holds the order', async () => {
  await shipped(1, 1);
  await say({ shipTo: { address1: '77 New Road' } });
  expect(await onlyParcel()).toEqual(['toContact', '发货后平台变更了收货地址']);
  await say({ products: [{ from: 1 }] });
  expect(await onlyParcel()).toEqual([
    'toContact',
    `发货后读到平台取消或减少：${CHAIR} 平台要 0，已发 1；发货后平台变更了收货地址`,
  ]);
  await arrive([{ partNumber: MIRROR, quantity: 1 }]);
  await say({ shipTo: { address1: '77 New Road' } });
  expect(await read()).toMatchObject({ holds: ['channelChange'] });
  expect(await parcels()).toEqual([]);
});
