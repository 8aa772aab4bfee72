import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { enqueueExpiry } from '#modules/aftersales/server/returns/expire-returns.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import {
  approved,
  levelsOf,
  moveReturn,
  readReturn,
  requested,
  RETURN,
  sentOrder,
  type SentOrder,
} from './return-scene.ts';

/** 退货签收台 and 质检 over HTTP: a parcel is counted by several people, and taken in once (domain.md §3.3, §8 S9). */

const DESK = '/aftersales/returnDesk';
const HOUR = 3_600_000;
let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;
let parcels = 0;

interface Line {
  id: string;
  skuId: string;
  requested: number;
  received: number;
  counted: number;
  most: number | null;
  isStranger: boolean;
  reason: string | null;
  counts: { by: string; qty: number; isMe: boolean }[];
}
interface Parcel {
  id: string;
  status: string;
  isOpen: boolean;
  lines: Line[];
}
interface Found {
  parcel: Parcel[];
  candidates: { id: string; isOpen: boolean; status: string }[];
  orders: { id: string }[];
}
interface Stepped {
  parcel: Parcel[];
  taken: number;
  undone: string | null;
}

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());
beforeEach(async () => () => scene.violations().then((found) => expect(found).toEqual([])));

const find = (who: Client, number: string): Promise<Found> => must(who.get<Found>(`${DESK}/find`, { number }));
const step = (who: Client, ids: readonly string[], one: object, key: string = newId()): Promise<Answer<Stepped>> =>
  who.post<Stepped>(`${DESK}/step`, { ids, step: one }, { 'idempotency-key': key });
const count = (who: Client, ids: readonly string[], lineId: string, by = 1, more: object = {}) =>
  step(who, ids, { kind: 'count', lineId, by, ...more });

/** An approved return on its way in a parcel. */
async function coming(order: SentOrder, trackingNo: string, qty = 1): Promise<string> {
  const id = await approved(clerk, order, { qty });
  await must(moveReturn(clerk, id, 'arrange', { carrier: 'FedEx', trackingNo }));
  return id;
}
const tracking = (): string => `79464479${String((parcels += 1)).padStart(4, '0')}`;
const lineOf = (parcel: readonly Parcel[], id: string): Line => {
  const [line] = parcel.find((one) => one.id === id)?.lines ?? [];
  if (!line) throw new Error(`${id} is not in the parcel`);
  return line;
};

test('a parcel with goods of three orders is counted under keys, and taken in once', async () => {
  const no = tracking();
  const ids: string[] = [];
  for (const qty of [1, 2, 1]) ids.push(await coming(await sentOrder(scene, clerk, packer), no, qty));
  // As FedEx prints it: 34 digits, the tracking number behind zeros.
  const { parcel } = await find(packer, `96220019000000000000${no.padStart(14, '0')}`);
  expect(parcel.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const named = parcel.map(({ id }) => id);
  const key = newId();
  const first = lineOf(parcel, named[0] ?? '');
  const one = { kind: 'count', lineId: first.id, by: 1 };
  await must(step(packer, named, one, key));
  // The answer was lost: the same step again counts nothing.
  const again = await must(step(packer, named, one, key));
  expect(lineOf(again.parcel, first.id.length ? (named[0] ?? '') : '').counted).toBe(1);
  expect((await step(packer, named, { ...one, by: 2 }, key)).status).toBe(409);
  for (const id of named.slice(1)) {
    const line = lineOf(parcel, id);
    await must(count(packer, named, line.id, line.requested));
  }
  // Nothing is stock before it is taken in.
  const { warehouseId } = await readReturn(admin, named[0] ?? '');
  const before = (await levelsOf(scene, first.skuId, warehouseId))['quarantine'] ?? 0;
  const take = newId();
  const taken = await must(step(packer, named, { kind: 'receive' }, take));
  expect(taken.taken).toBe(4);
  expect(taken.parcel.map(({ status }) => status)).toEqual(['received', 'received', 'received']);
  expect((await must(step(packer, named, { kind: 'receive' }, take))).taken).toBe(4);
  expect((await levelsOf(scene, first.skuId, warehouseId))['quarantine']).toBe(before + 4);
  expect((await step(packer, named, { kind: 'receive' })).status).toBe(422);
});

test('two at one parcel see each other, undo their own alone, and end with one sum', async () => {
  const id = await coming(await sentOrder(scene, clerk, packer), tracking(), 2);
  const { id: lineId } = lineOf((await must(packer.get<{ parcel: Parcel[] }>(DESK, { ids: id }))).parcel, id);
  await Promise.all([count(packer, [id], lineId), count(admin, [id], lineId)]);
  const { parcel } = await must(admin.get<{ parcel: Parcel[] }>(DESK, { ids: id }));
  expect(lineOf(parcel, id)).toMatchObject({ counted: 2 });
  expect(lineOf(parcel, id).counts.toSorted((a, b) => (a.by < b.by ? -1 : 1))).toEqual([
    { by: 'admin', qty: 1, isMe: true },
    { by: 'cangku', qty: 1, isMe: false },
  ]);
  expect((await must(step(packer, [id], { kind: 'undo' }))).undone).toContain('+1');
  expect((await must(step(packer, [id], { kind: 'undo' }))).undone).toBeNull();
  // What is counted is not finished under anybody's hands.
  expect((await step(packer, [id], { kind: 'finish', returnId: id })).status).toBe(422);
  expect((await count(packer, [id], lineId, -2)).status).toBe(422);
  // Both press at once: one takes it in, the other hears that there is nothing left.
  const both = await Promise.all([step(packer, [id], { kind: 'receive' }), step(admin, [id], { kind: 'receive' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await readReturn(admin, id)).toMatchObject({ status: 'receiving' });
  const done = await must(step(packer, [id], { kind: 'finish', returnId: id }));
  expect(done.parcel[0]).toMatchObject({ status: 'received', isOpen: false });
});

test('a parcel whose number was typed with hyphens is found by its barcode, with all that lies in it', async () => {
  const no = tracking();
  const hyphened = `${no.slice(0, 4)}-${no.slice(4, 8)}-${no.slice(8)}`;
  const ids = [
    await coming(await sentOrder(scene, clerk, packer), hyphened),
    await coming(await sentOrder(scene, clerk, packer), no),
  ];
  for (const read of [no, hyphened]) {
    const { parcel } = await find(packer, read);
    expect(parcel.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  }
});

test('more than was announced asks for a right and a reason; beyond the order it is none of it', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const id = await coming(order, tracking(), 1);
  const line = lineOf((await find(packer, (await readReturn(admin, id)).raNo ?? '')).parcel, id);
  expect(line).toMatchObject({ requested: 1, most: 2 });
  expect((await count(packer, [id], line.id, 2)).message).toContain('超收');
  const unreasoned = await count(admin, [id], line.id, 2);
  expect(unreasoned).toMatchObject({ status: 422, result: { errors: [{ field: 'reason' }] } });
  expect((await count(admin, [id], line.id, 3, { reason: '买家多退' })).message).toContain('最多能退 2 件');
  await must(count(admin, [id], line.id, 2, { reason: '买家多退' }));
  // The third goes into a return of its own, in one go.
  await must(step(admin, [id], { kind: 'stranger', returnId: id, skuId: line.skuId, by: 1 }));
  const { taken } = await must(step(admin, [id], { kind: 'receive' }));
  expect(taken).toBe(3);
  expect(await readReturn(admin, id)).toMatchObject({ status: 'received' });
  const own = await must(
    admin.get<{ records: { id: string; status: string; remark: string; qtyReceived: number }[] }>(`${RETURN}/list`, {
      type: 'unordered',
    }),
  );
  expect(own.records[0]).toMatchObject({ status: 'received', qtyReceived: 1 });
  expect(own.records[0]?.remark).toMatch(/^随 RT/);
});

test('who may receive, and no more, does not say that nothing else will come', async () => {
  const permissionIds = await look(scene, async (tx) =>
    (
      await tx.platform.rows<{ id: string }>`select id from permission
          where is_live and perms in ('aftersales:returnOrder:list', 'aftersales:returnOrder:receive')`
    ).map(({ id }) => id),
  );
  const { id: roleId } = await must(
    admin.post<{ id: string }>('/sys/role/add', { roleName: '卸货', roleCode: 'dock' }),
  );
  await must(
    admin.post('/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: permissionIds.join(','),
    }),
  );
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'dock',
    realname: '卸货',
    password: PASSWORD,
    roles: ['dock'],
    departs: ['A01'],
  });
  const dock = await scene.as('dock');
  const id = await coming(await sentOrder(scene, clerk, packer, 2), tracking(), 2);
  const { parcel } = await must(admin.get<{ parcel: Parcel[] }>(DESK, { ids: id }));
  await must(count(dock, [id], lineOf(parcel, id).id));
  expect(await must(step(dock, [id], { kind: 'receive' }))).toMatchObject({ taken: 1 });
  const finish = { kind: 'finish', returnId: id };
  expect((await step(dock, [id], finish)).status).toBe(403);
  await must(step(packer, [id], finish));
  expect(await readReturn(admin, id)).toMatchObject({ status: 'received' });
});

test('a parcel that lies counted at the desk on its last day has come', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) ids.push(await coming(await sentOrder(scene, clerk, packer, 1), tracking(), 1));
  const [counted = '', undone = '', taken = ''] = ids;
  for (const id of ids) {
    const line = (await readReturn(admin, id)).lines.returnLine[0]?.id ?? '';
    await must(count(packer, [id], line));
    if (id === undone) await must(step(packer, [id], { kind: 'undo' }));
    if (id === taken) await must(count(packer, [id], line, -1));
  }
  await look(
    scene,
    (tx) => tx.run`update return_order set due_at = ${new Date(tx.now.getTime() - HOUR)}
      where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`,
  );
  await enqueueExpiry(scene.app.db, scene.now());
  await scene.settled();
  for (const id of [undone, taken]) expect((await readReturn(admin, id)).status).toBe('expired');
  await must(step(packer, [counted], { kind: 'receive' }));
  expect((await readReturn(admin, counted)).status).toBe('received');
});

test('a number leads to its return, to several, to an order without one, or to nobody', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  expect(await find(packer, order.po)).toMatchObject({ parcel: [], orders: [{ id: order.id }] });
  // The label with which it left comes back with it.
  expect((await find(packer, `TRUCK-${order.po}`)).orders).toMatchObject([{ id: order.id }]);
  const waiting = await requested(clerk, order);
  expect(await find(packer, order.po)).toMatchObject({
    parcel: [],
    candidates: [{ id: waiting, isOpen: false, status: 'requested' }],
  });
  await must(moveReturn(clerk, waiting, 'approve'));
  expect((await find(packer, order.po)).parcel).toMatchObject([{ id: waiting }]);
  const second = await approved(clerk, order);
  const { candidates } = await find(packer, order.po);
  expect(candidates.map(({ id }) => id).toSorted()).toEqual([waiting, second].toSorted());
  expect(await find(packer, 'NOBODY-KNOWS')).toEqual({ parcel: [], candidates: [], orders: [] });
  expect(await find(packer, '')).toEqual({ parcel: [], candidates: [], orders: [] });
  // A return that is none, or not in sight, is not there.
  expect((await step(packer, [newId()], { kind: 'undo' })).status).toBe(404);
  expect((await step(packer, [waiting], { kind: 'count' })).status).toBe(422);
  expect((await clerk.get(`${DESK}/find`, { number: order.po })).status).toBe(403);
});

test('goods without a return are in quarantine in one go, once', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const { id: warehouseId } = await firstOf(admin, '/base/warehouse/list');
  const seen = await must(packer.get<{ records: { id: string }[] }>('/base/warehouse/list'));
  const mine = seen.records[0]?.id ?? warehouseId;
  const before = (await levelsOf(scene, order.skuId, mine))['quarantine'] ?? 0;
  const body = {
    warehouseId: mine,
    orderId: order.id,
    trackingNo: tracking(),
    remark: '箱上写着 Ann',
    lines: [{ skuId: order.skuId, qty: 2 }],
  };
  const key = { 'idempotency-key': newId() };
  const made = await must(packer.post<{ id: string; returnNo: string }>(`${DESK}/unordered`, body, key));
  expect(await must(packer.post(`${DESK}/unordered`, body, key))).toEqual(made);
  const stored = await must(
    admin.get<{ status: string; type: string; remark: string }>(`${RETURN}/queryById`, {
      id: made.id,
    }),
  );
  expect(stored).toMatchObject({ status: 'received', type: 'unordered' });
  expect(stored.remark).toContain(order.po);
  expect((await levelsOf(scene, order.skuId, mine))['quarantine']).toBe(before + 2);
  const none = await packer.post(
    `${DESK}/unordered`,
    { ...body, lines: [] },
    {
      'idempotency-key': newId(),
    },
  );
  expect(none).toMatchObject({ status: 422, result: { errors: [{ field: 'lines' }] } });
  for (const lines of [[null], ['x'], [[]], { 0: null }])
    expect(await packer.post(`${DESK}/unordered`, { ...body, lines }, { 'idempotency-key': newId() })).toMatchObject({
      status: 422,
      result: { errors: [{ field: 'lines' }] },
    });
});

test('the questions of a form are answered with the line; a bad answer forbids good units', async () => {
  const choice = (key: string, label: string, ...texts: string[]) => ({
    key,
    label,
    type: 'radio',
    options: texts.map((text) => ({ value: text, text })),
  });
  const { id: asked } = await must(
    admin.post<{ id: string }>('/base/dynamicForm/add', {
      code: 'QC',
      name: '通用质检',
      entityType: 'returnQuestion',
      fields: [
        { ...choice('box', '外箱完好', '是', '否'), required: true, badValue: '否' },
        choice('use', '使用痕迹', '无', '有'),
      ],
    }),
  );
  const form = { name: '通用质检', formId: asked };
  expect(await clerk.post('/aftersales/inspectionForm/add', form)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'formId', message: '须是类型为“退货质检”、已发布的动态表单' }] },
  });
  await must(admin.post(`/base/dynamicForm/${asked}/publish`, {}));
  const { id: formId } = await must(clerk.post<{ id: string }>('/aftersales/inspectionForm/add', form));
  const [boxId, useId] = [`${asked}.box`, `${asked}.use`];
  const id = await approved(clerk, await sentOrder(scene, clerk, packer), { qty: 2 });
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  interface Judging {
    lines: {
      id: string;
      questions: { formId: string; formVersion: number }[];
      unitValue?: string;
      creditable: string;
    }[];
    disposalLimit?: string;
  }
  const judging = (who: Client) => must(who.get<Judging>(`${RETURN}/${id}/judging`));
  const [line] = (await judging(packer)).lines;
  expect(line?.questions).toMatchObject([{ formId: asked, formVersion: 1 }]);
  // Who packs sees no costs.
  expect(line).not.toHaveProperty('unitValue');
  expect(await judging(packer)).not.toHaveProperty('disposalLimit');
  expect(Number((await judging(admin)).lines[0]?.unitValue)).toBeGreaterThan(0);
  const inspect = (findings: object, good: number) =>
    moveReturn(packer, id, 'inspect', {
      lines: [{ lineId: line?.id, good, damaged: 2 - good, findings }],
    });
  expect((await inspect({}, 2)).message).toContain('请回答：外箱完好');
  expect((await inspect({ [boxId]: '否' }, 1)).message).toContain('不能按良品收');
  expect((await inspect({ [boxId]: '也许' }, 1)).message).toContain('不在可选范围内');
  await must(inspect({ [boxId]: '否', [useId]: '有' }, 0));
  const seen = await must(admin.get<{ lines: { returnLine: { findings: unknown }[] } }>(`${RETURN}/queryById`, { id }));
  expect(seen.lines.returnLine[0]?.findings).toEqual([
    { question: '外箱完好', answer: '否', formId: asked, formVersion: 1, key: 'box' },
    { question: '使用痕迹', answer: '有', formId: asked, formVersion: 1, key: 'use' },
  ]);
  await must(clerk.delete('/aftersales/inspectionForm/delete', { id: formId }));
});

/** Whether the to-do names so many returns, and its list the same. */
async function waitingAtDesk(who: Client): Promise<string[]> {
  const todos = await must(who.get<{ key: string; count: number; query: Record<string, string> }[]>('/desk/todo'));
  const todo = todos.find(({ key }) => key === 'countsToTakeIn');
  if (!todo) return [];
  const { records } = await must(who.get<{ records: { id: string }[] }>(`${RETURN}/list`, todo.query));
  expect(records).toHaveLength(todo.count);
  return records.map(({ id }) => id);
}

test('what was counted and not taken in is a to-do until it is, and nobody closes the return above it', async () => {
  const before = await waitingAtDesk(packer);
  const id = await coming(await sentOrder(scene, clerk, packer), tracking(), 2);
  const { parcel } = await must(packer.get<{ parcel: Parcel[] }>(DESK, { ids: id }));
  const line = lineOf(parcel, id);
  await must(count(packer, [id], line.id));
  expect((await waitingAtDesk(packer)).toSorted()).toEqual([...before, id].toSorted());
  // Undone, and there is nothing to take in.
  await must(step(packer, [id], { kind: 'undo' }));
  expect((await waitingAtDesk(packer)).toSorted()).toEqual(before.toSorted());
  await must(count(packer, [id], line.id));
  const counted = { status: 409, message: expect.stringContaining('点了 1 件还没入库') };
  expect(await moveReturn(clerk, id, 'cancel', { reason: '不退了' })).toMatchObject(counted);
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId: line.id, qty: 1 }] }));
  expect(await moveReturn(packer, id, 'receiveDone')).toMatchObject(counted);
  expect(await waitingAtDesk(packer)).toContain(id);
  const { taken } = await must(step(packer, [id], { kind: 'receive' }));
  expect(taken).toBe(1);
  expect((await waitingAtDesk(packer)).toSorted()).toEqual(before.toSorted());
  expect((await readReturn(admin, id)).status).toBe('received');
});
