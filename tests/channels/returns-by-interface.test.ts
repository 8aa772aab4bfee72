import { afterAll, beforeAll, expect, test } from 'vitest';
import { wayfair } from '#connectors/wayfair/index.ts';
import { defineConnector } from '#modules/channels/model/connector.ts';
import {
  ChannelError,
  type IncomingPart,
  type IncomingReturn,
  type PartAnswer,
  type ReturnAnswer,
} from '#modules/channels/model/port.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { CHAIR, moveReturn, sentOrder, type SentOrder } from '#tests/journeys/return-scene.ts';
import { look, openShop, pull, type Page } from './shop.ts';

/** A marketplace that tells returns and requests for parts, and hears what we say to them. */
let returns: IncomingReturn[] = [];
let parts: IncomingPart[] = [];
const heard: { returns: ReturnAnswer[]; parts: PartAnswer[] } = { returns: [], parts: [] };
/** What the next call fails with, once. */
let slip: 'transient' | 'afterCommit' | null = null;
/** Returns cannot be asked for, for as long as it lasts. */
let areReturnsDown = false;
/** What the channel says instead of taking an answer about parts. */
let refusal: string | null = null;

function once(kind: 'transient' | 'afterCommit', operation: string): void {
  if (slip !== kind) return;
  slip = null;
  throw new ChannelError(kind === 'transient' ? 'transient' : 'unknown', operation, '渠道未应答');
}

type Wire = ReturnType<typeof wayfair.connect>;

const base = {
  title: 'Acme',
  accountFields: wayfair.accountFields,
  origins: wayfair.origins ?? [],
  limits: { requestsPerSecond: 1000, stockBatch: 100 },
  carrierCodes: [],
  open: (...given: Parameters<typeof wayfair.connect>): Wire => wayfair.connect(...given),
};
const orders = {
  testAuth: (wire: Wire) => wire.testAuth(),
  pullOrders: (wire: Wire, cursor: string | null, page: string | null) => wire.pullOrders(cursor, page),
  getOrders: (wire: Wire, numbers: readonly string[]) => wire.getOrders(numbers),
  accept: async () => ({ status: 'done' as const }),
  confirmAccept: async () => ({ status: 'done' as const, result: undefined }),
};
const talkative = defineConnector({
  ...base,
  code: 'wayfair',
  byHand: { shipNotice: 'manual' },
  operations: {
    ...orders,
    async pullReturns() {
      once('transient', '拉取退货');
      if (areReturnsDown) throw new ChannelError('transient', '拉取退货', '渠道未应答');
      return { returns, unreadable: [] };
    },
    async answerReturn(_wire, answer) {
      const isRepeat = heard.returns.some((one) => one.channelReturnNo === answer.channelReturnNo);
      if (!isRepeat) heard.returns.push(answer);
      once('afterCommit', '答复退货');
      return { status: isRepeat ? 'repeat' : 'done' };
    },
    async pullParts() {
      return { parts, unreadable: [] };
    },
    async answerPart(_wire, answer) {
      if (refusal) return { status: 'refused', message: refusal };
      heard.parts.push(answer);
      return { status: 'done' };
    },
  },
});
const silent = defineConnector({
  ...base,
  code: 'acme-silent',
  byHand: { shipNotice: 'manual', returns: 'manual', parts: 'manual' },
  backOffice: 'https://seller.acme.example',
  operations: orders,
});

let scene: TestApp;
let clerk: Client;
let order: SentOrder;

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [talkative, silent] } });
  clerk = await scene.as('yunying');
  const packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await addStock(scene, packer, CHAIR, 20);
  order = await sentOrder(scene, clerk, packer, 2);
});
afterAll(() => scene.stop());

const toldReturn = (no: string, more: Partial<IncomingReturn> = {}): IncomingReturn => ({
  channelReturnNo: no,
  channelOrderNo: order.po,
  requestedAt: scene.now(),
  reasonCode: 'damagedInTransit',
  type: 'return',
  labelBy: 'channel',
  isCancelled: false,
  lines: [{ channelSku: CHAIR, qty: 1 }],
  ...more,
});

interface Seen {
  id: string;
  status: string;
  type: string;
  trackingNo: string | null;
  channelRaNo: string;
}
const listed = async (channelRaNo: string): Promise<Seen[]> =>
  (await must(clerk.get<Page<Seen>>('/aftersales/returnOrder/list', { channelRaNo }))).records;

test('a return is taken once, however often it comes, late or after a slip', async () => {
  returns = [toldReturn('RA-1'), toldReturn('RA-1')];
  slip = 'transient';
  await pull(scene, clerk);
  await scene.settled();
  await pull(scene, clerk);
  const [found, ...others] = await listed('RA-1');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ status: 'requested', type: 'return' });
  returns = [toldReturn('RA-1', { trackingNo: '1Z-LATE', carrier: 'UPS' })];
  await pull(scene, clerk);
  expect(await listed('RA-1')).toMatchObject([{ trackingNo: '1Z-LATE' }]);
});

test('what stands in the place of a number and is none keeps no return away', async () => {
  returns = [toldReturn('RA-NA', { trackingNo: 'N/A', remark: '请尽快' })];
  await pull(scene, clerk);
  const [found] = await listed('RA-NA');
  expect(found).toMatchObject({ status: 'requested', trackingNo: null });
  const { remark } = await must(
    clerk.get<{ remark: string }>('/aftersales/returnOrder/queryById', { id: found?.id ?? '' }),
  );
  expect(remark).toBe('请尽快；平台给的运单号 N/A');
});

test('our answer is heard once, though its own answer was lost', async () => {
  const [found] = await listed('RA-1');
  slip = 'afterCommit';
  await must(moveReturn(clerk, found?.id ?? '', 'approve'));
  await scene.settled();
  expect(heard.returns).toMatchObject([{ channelReturnNo: 'RA-1', accept: true }]);
});

test('what the channel agreed with the buyer is its word: nobody else is asked, however much it is', async () => {
  const path = '/aftersales/returnSettings';
  const { disposalLimit, ...settings } = await must(clerk.get<{ disposalLimit: string; version: number }>(path));
  await must(clerk.put(path, { ...settings, disposalLimit: '0.00' }));
  returns = [toldReturn('RA-MONEY', { type: 'refundOnly' })];
  await pull(scene, clerk);
  const [found] = await listed('RA-MONEY');
  await must(moveReturn(clerk, found?.id ?? '', 'approve'));
  await must(moveReturn(clerk, found?.id ?? '', 'cancel', { reason: '平台撤回' }));
  await must(clerk.put(path, { ...settings, version: settings.version + 1, disposalLimit }));
});

test('goods of an order that we do not know come as 非本单退回; a part number nobody knows waits aside', async () => {
  returns = [
    toldReturn('RA-2', { channelOrderNo: 'CS-UNKNOWN' }),
    toldReturn('RA-3', { lines: [{ channelSku: 'NO-SUCH-PART', qty: 1 }] }),
  ];
  await pull(scene, clerk);
  expect(await listed('RA-2')).toMatchObject([{ type: 'unordered', status: 'requested' }]);
  expect(await listed('RA-3')).toEqual([]);
  const aside = await must(clerk.get<Page<{ reason: string }>>('/channels/quarantinedOrder/list', { kind: 'return' }));
  expect(aside.records.map(({ reason }) => reason).join()).toContain('NO-SUCH-PART');
});

test('what the channel takes back is taken back here', async () => {
  returns = [toldReturn('RA-2', { channelOrderNo: 'CS-UNKNOWN', isCancelled: true })];
  await pull(scene, clerk);
  expect(await listed('RA-2')).toMatchObject([{ status: 'rejected' }]);
  returns = [];
});

test('parts are asked for once, and the channel hears when they leave or why not', async () => {
  const reported: IncomingPart = {
    channelPartNo: `${order.po}-R-1`,
    channelOrderNo: order.po,
    requestedAt: scene.now(),
    isCancelled: false,
    lines: [{ channelSku: CHAIR, description: '左前腿', qty: 1, cause: 'damaged', cartonNo: 1 }],
  };
  parts = [reported, reported];
  await pull(scene, clerk);
  const { records } = await must(
    clerk.get<Page<{ id: string; status: string; origin: string }>>('/aftersales/partOrder/list', {
      channelPartNo: reported.channelPartNo,
    }),
  );
  expect(records).toMatchObject([{ status: 'new', origin: 'channel' }]);
  await must(
    clerk.post(`/aftersales/partOrder/${records[0]?.id}/reject`, {
      rejectReason: 'noSuchPart',
      reason: '该款没有单独的腿',
    }),
  );
  await scene.settled();
  expect(heard.parts).toMatchObject([
    { channelPartNo: reported.channelPartNo, status: 'rejected', rejectReason: 'noSuchPart' },
  ]);
  const after = await must(
    clerk.get<{ answerStatus: string }>('/aftersales/partOrder/queryById', {
      id: records[0]?.id ?? '',
    }),
  );
  expect(after.answerStatus).toBe('done');
});

test('returns that cannot be asked for keep no request for parts waiting', async () => {
  areReturnsDown = true;
  parts = [strangersPart('R-ALONE')];
  await pull(scene, clerk);
  await scene.settled();
  areReturnsDown = false;
  expect(await partOf('R-ALONE')).toMatchObject({ status: 'new' });
});

test('a refusal does not name the buyer of parts that belong to no order of ours', async () => {
  parts = [strangersPart('R-NAMED')];
  await pull(scene, clerk);
  refusal = 'No open request for Maximilian Quincy, 77 Larkspur Terrace';
  const { id } = await partOf('R-NAMED');
  const answers = { rejectReason: 'noSuchPart', reason: '没有这个配件' };
  await must(clerk.post(`/aftersales/partOrder/${id}/reject`, answers));
  await scene.settled();
  refusal = null;
  const { records } = await must(
    clerk.get<Page<{ lastError: string }>>('/desk/delivery/list', {
      status: 'dead',
      handler: 'channels.answerPart',
    }),
  );
  expect(records).toHaveLength(1);
  expect(records[0]?.lastError).toContain('No open request for');
  expect(records[0]?.lastError).not.toMatch(/Maximilian|Quincy|Larkspur/);
});

/** Of an order that came before us. */
const strangersPart = (channelPartNo: string): IncomingPart => ({
  channelPartNo,
  channelOrderNo: 'CS-BEFORE-US',
  requestedAt: scene.now(),
  isCancelled: false,
  shipTo: {
    name: 'Maximilian Quincy',
    address1: '77 Larkspur Terrace',
    city: 'Reno',
    state: 'NV',
    postalCode: '89501',
    country: 'US',
  },
  lines: [{ channelSku: CHAIR, description: '螺丝包', qty: 1, cause: 'missing' }],
});

async function partOf(channelPartNo: string): Promise<{ id: string; status: string }> {
  const { records } = await must(
    clerk.get<Page<{ id: string; status: string }>>('/aftersales/partOrder/list', {
      channelPartNo,
    }),
  );
  return records[0] ?? { id: '', status: '' };
}

test('a channel without such an interface leaves it to a person, with its address, until 已处理', async () => {
  returns = [toldReturn('RA-9')];
  await pull(scene, clerk);
  await look(
    scene,
    (tx) => tx.run`update channel_account set channel_code = 'acme-silent'
      where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`,
  );
  const [found] = await listed('RA-9');
  await must(clerk.post(`/aftersales/returnOrder/${found?.id}/reject`, { reason: '超过退货期' }));
  await scene.settled();
  const dead = await must(
    clerk.get<Page<{ id: string; lastError: string }>>('/desk/delivery/list', {
      status: 'dead',
      failure: 'byHand',
      handler: 'channels.answerReturn',
    }),
  );
  expect(dead.records).toHaveLength(1);
  expect(dead.records[0]?.lastError).toContain('https://seller.acme.example');
  const id = dead.records[0]?.id ?? '';
  await must(clerk.post(`/desk/delivery/${id}/settle`, { reason: '已在后台拒绝' }));
  const settled = await must(clerk.get<{ status: string; doneAt: string }>('/desk/delivery/queryById', { id }));
  expect(settled.status).toBe('ok');
  expect(settled.doneAt).not.toBeNull();
});
