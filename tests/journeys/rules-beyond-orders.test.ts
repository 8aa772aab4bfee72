import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { partOrderCreated } from '#modules/aftersales/model/part-events.ts';
import { returnReceived } from '#modules/aftersales/model/return-events.ts';
import { FACT_KEYS, FACTS, FAMILIES_OF } from '#modules/automation/model/facts.ts';
import type { SubjectKind } from '#modules/automation/model/subject.ts';
import { feedFailed } from '#modules/channels/model/events.ts';
import { createUser } from '#modules/system/server/index.ts';
import { fault, look, openShop, type Page } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { readRequest, setTable, step, request, type PartScene } from './part-scene.ts';
import { approved, moveReturn, reasonOf, RETURN, sentOrder, type SentOrder } from './return-scene.ts';
import { newRule, orderTag, readRule, runsOf, switchOff, switchOn, type Rule } from './rule-scene.ts';

/** Rules about what comes after an order, and about feeds that fail (domain.md §2.8). */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;
let table: PartScene;
let order: SentOrder;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  table = await setTable(scene);
  order = await sentOrder(scene, clerk, packer, 8);
});
afterAll(() => scene?.stop());
afterEach(async () => {
  const page = await clerk.get<Page<Rule>>('/automation/rule/list', { pageSize: '100' });
  for (const rule of page.result.records) if (['active', 'dry_run'].includes(rule.status)) await switchOff(clerk, rule);
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

const asks = (...of: object[]): object => ({ join: 'and', of });
const task = (title = '看一下'): object => ({ kind: 'createTask', title, hours: 4 });

/** One chair comes back, for a reason. */
async function comesBack(reason: string, qty = 1): Promise<string> {
  const id = await approved(clerk, order, { qty, reason });
  await must(moveReturn(packer, id, 'receive'));
  await must(moveReturn(packer, id, 'receiveDone'));
  await scene.settled();
  return id;
}

/** A stool comes back that belongs to no order. */
async function unordered(): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>(`${RETURN}/add`, {
      type: 'unordered',
      reasonId: await reasonOf(admin, 'unknown'),
      accountId: scene.seller.accountId,
      warehouseId: table.here,
      lines: [{ skuId: scene.seller.skus[STOOL], qtyRequested: 1 }],
    }),
  );
  for (const move of ['submit', 'approve', 'receive', 'receiveDone']) await must(moveReturn(admin, id, move));
  await scene.settled();
  return id;
}

const waiting = (): Promise<number> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ n: number }>`
          select count(*)::integer as n from rule_due where tenant_id = ${tx.tenant}`
      ).n,
  );

const reported = async (who: string): Promise<string[]> => {
  const reader = await scene.as(who);
  const { records } = await must(
    reader.get<Page<{ titile: string }>>('/sys/sysAnnouncementSend/getMyAnnouncementSend', {
      pageSize: '50',
    }),
  );
  return records.map(({ titile }) => titile);
};

test('a return whose goods have come is judged with its order, once, and its trace names both', async () => {
  covers('ours: rules beyond orders');
  const tagId = await orderTag(admin, '破损退回');
  const rule = await newRule(
    clerk,
    [
      { kind: 'addTag', tagIds: [tagId] },
      { kind: 'addRemark', text: '破损退回，先索赔' },
      { kind: 'setPriority', priority: 'rush' },
      { kind: 'notify', userIds: [await personOf('cangku')], roleIds: [], text: '请拍照' },
      task('核对破损'),
    ],
    {
      trigger: 'returnReceived',
      conditions: asks(
        { fact: 'returnFault', op: 'eq', value: 'carrier' },
        { fact: 'returnReceived', op: 'ge', value: '1' },
        { fact: 'orderType', op: 'eq', value: 'dropship' },
        { fact: 'categoryIds', op: 'empty', value: false },
      ),
    },
  );
  await switchOn(clerk, rule);
  const half = await approved(clerk, order, { reason: 'damagedInTransit' });
  await must(moveReturn(packer, half, 'receive'));
  await scene.settled();
  expect(await runsOf(clerk, { returnId: half })).toEqual([]);
  await must(moveReturn(packer, half, 'receiveDone'));
  await scene.settled();

  const [run, ...more] = await runsOf(clerk, { returnId: half });
  expect(more).toEqual([]);
  expect(run).toMatchObject({
    outcome: 'done',
    trigger: 'returnReceived',
    orderId: order.id,
    returnId: half,
    partOrderId: null,
    pushId: null,
    accountId: scene.seller.accountId,
  });
  expect(run?.why?.parts?.map(({ text }) => text)).toEqual([
    '责任方 是 承运商',
    '实收件数 大于等于 1',
    '订单类型 是 代发',
    '分类不为空',
  ]);
  expect(run?.deeds.map(({ text, state }) => `${text} ${state}`)).toEqual([
    '给订单打标签 破损退回 done',
    '写订单备注“破损退回，先索赔” done',
    // All of it has left: nothing is more pressing for it.
    '设订单优先级 加急 same',
    expect.stringMatching(/^通知 .* done$/),
    expect.stringMatching(/^建待办“核对破损”.* done$/),
  ]);
  const after = await must(
    clerk.get<{ tagIds: string[]; remarks: unknown; priority: string }>('/orders/salesOrder/queryById', {
      id: order.id,
    }),
  );
  expect(after.tagIds).toEqual([tagId]);
  expect(after.priority).not.toBe('rush');
  const remark = await firstOf<{ id: string; content: string; createBy: string }>(clerk, '/orders/orderRemark/list', {
    orderId: order.id,
  });
  expect(remark).toMatchObject({
    content: '破损退回，先索赔',
    createBy: `自动化规则 ${rule.name}`,
  });
  const todo = await firstOf<{ id: string; title: string; returnId: string; orderId: string }>(
    packer,
    '/automation/ruleTask/list',
    { returnId: half },
  );
  expect(todo).toMatchObject({ title: '核对破损', returnId: half, orderId: order.id });
  const { returnNo } = await must(clerk.get<{ returnNo: string }>(`${RETURN}/queryById`, { id: half }));
  expect(await reported('cangku')).toContain(`${rule.name}：退货单 ${returnNo}`);

  // The page of the order shows it as well, and what is heard of twice is judged once.
  expect((await runsOf(clerk, { orderId: order.id, ruleId: rule.id })).map(({ id }) => id)).toEqual([run?.id]);
  await look(scene, (tx) =>
    tx.emit(returnReceived, half, {
      returnId: half,
      orderId: order.id,
      accountId: scene.seller.accountId,
    }),
  );
  await scene.settled();
  expect(await runsOf(clerk, { returnId: half })).toHaveLength(1);
  const tasks = await must(clerk.get<Page<object>>('/automation/ruleTask/list', { returnId: half }));
  expect(tasks.total).toBe(1);
  expect(await waiting()).toBe(0);

  const buyers = await comesBack('changedMind');
  expect(await runsOf(clerk, { returnId: buyers })).toMatchObject([{ outcome: 'unmatched', why: { isMet: false } }]);
});

const personOf = (username: string): Promise<string> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ id: string }>`
          select u.id from app_user u join membership m on m.user_id = u.id
          where m.tenant_id = ${tx.tenant} and u.username = ${username}`
      ).id,
  );

test('goods of no order are judged by the return alone: what asks for the order finds none', async () => {
  const tagId = await orderTag(admin, '无单');
  const own = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }, task('入库前核对')], {
    trigger: 'returnReceived',
    conditions: asks({ fact: 'hasOrder', op: 'eq', value: false }),
  });
  const ofOrder = await newRule(clerk, [task()], {
    trigger: 'returnReceived',
    conditions: asks({ fact: 'returnType', op: 'eq', value: 'unordered' }, { fact: 'total', op: 'ge', value: '0' }),
  });
  await switchOn(clerk, own);
  await switchOn(clerk, ofOrder);
  const id = await unordered();
  const runs = await runsOf(clerk, { returnId: id });
  const ownRun = runs.find(({ ruleId }) => ruleId === own.id);
  expect(ownRun).toMatchObject({ outcome: 'partial', orderId: null });
  expect(ownRun?.deeds).toMatchObject([
    { state: 'refused', note: '退货单没有订单，不能给订单打标签' },
    { state: 'done' },
  ]);
  const other = runs.find(({ ruleId }) => ruleId === ofOrder.id);
  expect(other).toMatchObject({ outcome: 'unmatched' });
  expect(other?.why?.parts?.[1]).toMatchObject({ isMet: false, actual: '没有订单' });
  // Somebody of one warehouse sees to-dos of what came there.
  const seen = await must(packer.get<Page<{ id: string }>>('/automation/ruleTask/list', { returnId: id }));
  expect(seen.total).toBe(1);
});

test('a rule about returns is held against past ones, tried on one, and on trial does nothing', async () => {
  await comesBack('damagedInTransit');
  const last = await comesBack('changedMind');
  const rule = await newRule(clerk, [task()], {
    trigger: 'returnReceived',
    conditions: asks({ fact: 'returnFault', op: 'eq', value: 'carrier' }),
  });
  const counted = await look(
    scene,
    (tx) => tx.one<{ all: number; carriers: number }>`
      select count(*)::integer as all, count(*) filter (where fault = 'carrier')::integer as carriers
      from return_order where tenant_id = ${tx.tenant} and status = 'received'`,
  );
  const tested = await must(
    clerk.post<{ testId: string; orders: number; matched: number; counts: object }>(
      `/automation/rule/${rule.id}/test`,
      { orders: 500 },
    ),
  );
  expect(tested).toMatchObject({
    orders: counted.all,
    matched: counted.carriers,
    counts: { task: counted.carriers },
  });
  const lines = await must(
    clerk.get<Page<{ returnId: string; orderId: string }>>('/automation/ruleTestOrder/list', {
      testId: tested.testId,
    }),
  );
  expect(lines.total).toBe(counted.carriers);
  expect(lines.records.every(({ returnId }) => returnId)).toBe(true);

  const { returnNo } = await must(clerk.get<{ returnNo: string }>(`${RETURN}/queryById`, { id: last }));
  const tried = (number: string) =>
    clerk.post<{ kind: string; label: string; state: string; isMatched: boolean }>('/automation/rule/tryOrder', {
      number,
      trigger: 'returnReceived',
      actions: JSON.stringify([task()]),
      conditions: JSON.stringify(asks({ fact: 'returnFault', op: 'eq', value: 'buyer' })),
    });
  expect(await must(tried(returnNo.toLowerCase()))).toMatchObject({
    kind: 'return',
    label: returnNo,
    state: '待质检',
    isMatched: true,
  });
  expect(await tried('RT-NONE')).toMatchObject({
    status: 422,
    message: '没有这个单号的退货单',
  });

  await must(clerk.post(`/automation/rule/${rule.id}/tryOut`));
  const id = await comesBack('damagedInTransit');
  expect(await runsOf(clerk, { returnId: id })).toMatchObject([
    { outcome: 'dryRun', said: expect.stringMatching(/^会建待办/) },
  ]);
  const none = await must(clerk.get<Page<object>>('/automation/ruleTask/list', { returnId: id }));
  expect(none.total).toBe(0);
});

test('a request for parts without photos is asked for them, once: what comes back is not new', async () => {
  const rule = await newRule(clerk, [{ kind: 'askInfo', reason: '请补照片' }], {
    trigger: 'partCreated',
    conditions: asks(
      { fact: 'partHasPhotos', op: 'eq', value: false },
      { fact: 'partCauses', op: 'in', value: ['damaged'] },
      { fact: 'partInStock', op: 'eq', value: false },
      { fact: 'hasOrder', op: 'eq', value: false },
    ),
  });
  await switchOn(clerk, rule);
  const id = await request(table);
  await scene.settled();
  expect(await readRequest(admin, id)).toMatchObject({ status: 'needInfo', askedInfo: '请补照片' });
  expect(await runsOf(clerk, { partOrderId: id })).toMatchObject([
    { outcome: 'done', trigger: 'partCreated', orderId: null, partOrderId: id },
  ]);
  await must(step(table.service, id, 'submit'));
  await look(scene, (tx) =>
    tx.emit(partOrderCreated, id, {
      partOrderId: id,
      accountId: scene.seller.accountId,
      orderId: null,
    }),
  );
  await scene.settled();
  expect(await readRequest(admin, id)).toMatchObject({ status: 'new' });
  expect(await runsOf(clerk, { partOrderId: id })).toHaveLength(1);
  const tested = await must(clerk.post<{ orders: number; matched: number }>(`/automation/rule/${rule.id}/test`, {}));
  expect(tested).toMatchObject({ orders: 1, matched: 1 });
});

test('what parts cost is asked by who may see it, and stands in no trace', async () => {
  const says = {
    trigger: 'partCreated',
    conditions: JSON.stringify(asks({ fact: 'partValue', op: 'ge', value: '7' })),
    actions: JSON.stringify([task()]),
  };
  const holder = await scene.as(await seesNoCost());
  const refused = await holder.post('/automation/rule/tryOrder', { ...says, number: 'RP1' });
  expect(refused).toMatchObject({
    status: 422,
    message: '“配件标准成本”属于成本，您没有查看权限，不能用作条件',
  });
  const rule = await newRule(admin, [task()], {
    trigger: 'partCreated',
    conditions: asks({ fact: 'partValue', op: 'ge', value: '7' }),
  });
  await switchOn(admin, rule);
  const id = await request(table, {
    lines: [{ parentSkuId: table.parent, partSkuId: table.leg, qty: 1, cause: 'missing' }],
  });
  await scene.settled();
  const [run] = await runsOf(admin, { partOrderId: id });
  expect(run).toMatchObject({ outcome: 'done' });
  expect(run?.why?.parts?.[0]).toMatchObject({ isMet: true, actual: '（不显示）' });
  expect(JSON.stringify(run)).not.toContain('7.33');
});

/** Somebody who reads rules and requests, and no costs. */
async function seesNoCost(): Promise<string> {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'nocost',
    realname: 'nocost',
    password: PASSWORD,
    roles: ['CS'],
    departs: ['A01'],
  });
  return 'nocost';
}

test('a feed that fails is judged once, whatever it tried; one that was made needless has not failed', async () => {
  const rule = await newRule(
    clerk,
    [{ kind: 'notify', userIds: [await personOf('yunying')], roleIds: [], text: '请检查' }, task()],
    {
      trigger: 'feedFailed',
      conditions: asks(
        { fact: 'feedResult', op: 'eq', value: 'failed' },
        { fact: 'feedChannelSkus', op: 'in', value: ['NOT-LISTED-THERE'] },
        { fact: 'accountId', op: 'eq', value: scene.seller.accountId },
      ),
    },
  );
  await switchOn(clerk, rule);
  // It is tried again and again, and goes through in the end.
  await fault(scene, {
    fault: 'effect-dropped',
    match: { operation: 'inventory.save', times: 2 },
  });
  await newOrder(scene, clerk);
  await scene.settled();
  expect(await firstOf(admin, '/channels/stockPush/list')).toMatchObject({ status: 'done' });
  expect(await runsOf(clerk, { ruleId: rule.id })).toEqual([]);

  await must(
    admin.post('/channels/channelProduct/add', {
      accountId: scene.seller.accountId,
      channelSku: 'NOT-LISTED-THERE',
      skuId: scene.seller.skus[STOOL],
    }),
  );
  await scene.settled();
  const push = await firstOf<{ id: string; status: string }>(admin, '/channels/stockPush/list');
  expect(push.status).toBe('failed');
  const [run, ...more] = await runsOf(clerk, { ruleId: rule.id });
  expect(more).toEqual([]);
  expect(run).toMatchObject({
    outcome: 'done',
    trigger: 'feedFailed',
    pushId: push.id,
    orderId: null,
    accountId: scene.seller.accountId,
  });
  expect(await reported('yunying')).toContainEqual(expect.stringMatching(new RegExp(`^${rule.name}：库存推送 `)));
  const about = { pushId: push.id, accountId: scene.seller.accountId };
  await look(scene, (tx) => tx.emit(feedFailed, push.id, about));
  await scene.settled();
  expect(await runsOf(clerk, { ruleId: rule.id })).toHaveLength(1);

  // The next feed of the shop that fails is another one; what is to be done is the same.
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`));
  await scene.settled();
  const again = await runsOf(clerk, { ruleId: rule.id });
  expect(again).toHaveLength(2);
  expect(again[0]?.deeds.map(({ state }) => state)).toEqual(['done', 'same']);
  const tested = await must(
    clerk.post<{ orders: number; matched: number; counts: object }>(`/automation/rule/${rule.id}/test`, {}),
  );
  expect(tested).toMatchObject({ matched: 2, counts: { notify: 2, task: 2 } });
  const tried = await must(
    clerk.post<{ kind: string; isMatched: boolean }>('/automation/rule/tryOrder', {
      number: (await shop()).code,
      trigger: 'feedFailed',
      actions: JSON.stringify([task()]),
      conditions: JSON.stringify(asks({ fact: 'feedFailures', op: 'ge', value: '2' })),
    }),
  );
  expect(tried).toMatchObject({ kind: 'feed', isMatched: true });
});

const shop = (): Promise<{ code: string }> =>
  must(admin.get<{ code: string }>('/base/channelAccount/queryById', { id: scene.seller.accountId }));

/** What may be done with what, as domain.md and the handbook say. */
const FITS: Readonly<Record<string, readonly string[]>> = {
  orderPulled: [
    'assignWarehouse',
    'assignShipMethod',
    'addTag',
    'addHold',
    'releaseHold',
    'accept',
    'split',
    'setPriority',
    'notify',
    'createTask',
  ],
  returnReceived: ['addTag', 'setPriority', 'addRemark', 'notify', 'createTask'],
  partCreated: ['addTag', 'setPriority', 'addRemark', 'askInfo', 'notify', 'createTask'],
  feedFailed: ['notify', 'createTask'],
  remittanceImported: ['notify', 'createTask'],
};

test('what cannot be done with what a rule is about is refused at its field, saved or read back', async () => {
  const tagId = await orderTag(admin, '动作');
  const method = (await firstOf(admin, '/base/shipMethod/list')).id;
  const userIds = [(await must(clerk.get<{ people: { id: string }[] }>('/automation/rule/addressees'))).people[0]?.id];
  const all: Record<string, object> = {
    assignWarehouse: { warehouseId: table.here },
    assignShipMethod: { shipMethodId: method },
    addTag: { tagIds: [tagId] },
    addHold: { reason: '看' },
    releaseHold: { reason: '好' },
    accept: {},
    split: {},
    setPriority: { priority: 'rush' },
    notify: { userIds, roleIds: [], text: '看' },
    createTask: { title: '看', hours: 1 },
    addRemark: { text: '注意' },
    askInfo: { reason: '照片' },
  };
  let n = 0;
  for (const [trigger, fitting] of Object.entries(FITS))
    for (const [kind, more] of Object.entries(all)) {
      n += 1;
      const answer = await clerk.post<{ errors?: { field: string; message: string }[] }>('/automation/rule/add', {
        code: `F${n}`,
        name: `合不合${n}`,
        trigger,
        conditions: '{"join":"and","of":[]}',
        actions: JSON.stringify([{ kind, ...more }]),
      });
      const isFitting = fitting.includes(kind);
      expect([trigger, kind, answer.status]).toEqual([trigger, kind, isFitting ? 200 : 422]);
      if (!isFitting)
        expect(answer.result.errors).toEqual([
          expect.objectContaining({
            field: 'actions',
            message: expect.stringMatching(/^动作 1：“.+”不能用于.+，请换一个动作$/),
          }),
        ]);
    }
});

test('what is not known of what a rule is about is refused at its place, also when the trigger is changed', async () => {
  const rule = await newRule(clerk, [task()], {
    trigger: 'feedFailed',
    conditions: asks({ fact: 'feedItems', op: 'ge', value: '1' }),
  });
  const edit = (values: object) =>
    clerk.put<{ errors: { field: string; message: string }[] }>('/automation/rule/edit', {
      id: rule.id,
      version: rule.version,
      ...values,
    });
  const wrong = await edit({
    conditions: JSON.stringify(
      asks({ fact: 'accountId', op: 'empty', value: false }, asks({ fact: 'state', op: 'eq', value: 'CA' })),
    ),
  });
  expect(wrong.status).toBe(422);
  expect(wrong.result.errors).toEqual([
    expect.objectContaining({
      field: 'conditions',
      message: '条件 2.1：“州/省”不能用于库存推送，请换一个条件',
    }),
  ]);
  const other = await edit({ trigger: 'orderPulled' });
  expect(other.status).toBe(422);
  expect(other.result.errors[0]?.message).toBe('条件 1：“推送条数”不能用于订单，请换一个条件');
  expect(await readRule(clerk, rule.id)).toMatchObject({ revision: 1, trigger: 'feedFailed' });
  const { said, faults } = await must(
    clerk.post<{ said: string; faults: { message: string }[] }>('/automation/rule/readBack', {
      trigger: 'partCreated',
      conditions: JSON.stringify(asks({ fact: 'feedItems', op: 'ge', value: '1' })),
      actions: '[{"kind":"accept"}]',
      shopIds: null,
      stopOnMatch: false,
    }),
  );
  expect(said).toBe('收到配件申请时，如果 任何配件补发单，就 …。');
  expect(faults.map(({ message }) => message)).toEqual([
    '条件 1：“推送条数”不能用于配件补发单，请换一个条件',
    '动作 1：“自动接单”不能用于配件补发单，请换一个动作',
  ]);
});

test('every fact of each can be asked about', async () => {
  const triggers = { return: 'returnReceived', part: 'partCreated', feed: 'feedFailed' } as const;
  for (const [kind, trigger] of Object.entries(triggers)) {
    const keys = FACT_KEYS.filter((key) => FAMILIES_OF[kind as SubjectKind].includes(FACTS[key].family));
    const of = keys.slice(0, 50).map((fact) => ({
      fact,
      ...(FACTS[fact].kind === 'flag' ? { op: 'eq', value: true } : { op: 'empty', value: true }),
      ...(FACTS[fact].ofWarehouse ? { at: table.here } : {}),
    }));
    const rest = keys.slice(50).map((fact) => ({
      fact,
      ...(FACTS[fact].kind === 'flag' ? { op: 'eq', value: true } : { op: 'empty', value: true }),
      ...(FACTS[fact].ofWarehouse ? { at: table.here } : {}),
    }));
    for (const part of [of, rest].filter((one) => one.length > 0)) {
      const rule = await newRule(admin, [task()], {
        trigger,
        conditions: { join: 'or', of: part },
      });
      const tested = await must(admin.post<{ orders: number }>(`/automation/rule/${rule.id}/test`, { orders: 500 }));
      expect([kind, tested.orders > 0]).toEqual([kind, true]);
    }
  }
});

test('a rule that fails on a return is switched off, and orders chosen by hand meet no rule of returns', async () => {
  const tagId = await orderTag(admin, '没了');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    trigger: 'returnReceived',
  });
  await switchOn(clerk, rule);
  const ran = await must(clerk.post<{ matched: number }>('/automation/rule/run', { ids: [order.id], dryRun: true }));
  expect(ran.matched).toBe(0);
  await look(
    scene,
    (tx) => tx.run`
      update tag set deleted_at = ${tx.now} where tenant_id = ${tx.tenant} and id = ${tagId}::uuid`,
  );
  const id = await comesBack('changedMind');
  expect(await readRule(clerk, rule.id)).toMatchObject({
    status: 'faulted',
    fault: '动作“给订单打标签 （已删除）”的对象已删除或停用',
  });
  expect(await runsOf(clerk, { returnId: id })).toMatchObject([{ outcome: 'failed' }]);
});

test('who sees a return and not its order sees what was done, and not why', async () => {
  const west = scene.seller.warehouses['31843'] as string;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'western',
    realname: 'western',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [west],
  });
  const western = await scene.as('western');
  const rule = await newRule(clerk, [task('西仓看')], {
    trigger: 'returnReceived',
    conditions: asks({ fact: 'total', op: 'ge', value: '0' }),
  });
  await switchOn(clerk, rule);
  const there = await approved(clerk, order, { warehouseId: west });
  const here = await approved(clerk, order, {});
  for (const id of [there, here]) {
    await must(moveReturn(admin, id, 'receive'));
    await must(moveReturn(admin, id, 'receiveDone'));
  }
  await scene.settled();
  const seen = await must(
    western.get<Page<{ id: string; returnId: string }>>('/automation/ruleRun/list', {
      ruleId: rule.id,
    }),
  );
  expect(seen.records.map(({ returnId }) => returnId)).toEqual([there]);
  const read = (who: Client) =>
    must(who.get<object>('/automation/ruleRun/queryById', { id: seen.records[0]?.id ?? '' }));
  expect(await read(western)).toMatchObject({ why: null, isWhyHidden: true, outcome: 'done' });
  expect(await read(clerk)).toMatchObject({ why: { isMet: true } });
  const { returnNo } = await must(clerk.get<{ returnNo: string }>(`${RETURN}/queryById`, { id: there }));
  const tried = await western.post('/automation/rule/tryOrder', {
    number: returnNo,
    trigger: 'returnReceived',
    actions: JSON.stringify([task()]),
    conditions: JSON.stringify(asks({ fact: 'total', op: 'ge', value: '0' })),
  });
  expect(tried).toMatchObject({
    status: 422,
    message: '这张退货单的订单不在您负责的范围内，不能预览',
  });
});

test('a sheet of rules is judged as the editor is: what does not fit comes back with its reason', async () => {
  const none = '{"join":"and","of":[]}';
  const file = await workbook(
    ['编码', '名称', '触发', '条件', '动作', '优先级'],
    [
      ['SHEET-1', '表格一', '库存推送失败', none, JSON.stringify([task()]), '100'],
      ['SHEET-2', '表格二', '库存推送失败', none, '[{"kind":"split"}]', '100'],
    ],
  );
  const answer = await upload(scene, clerk, '/automation/rule/importExcel', file);
  expect(answer.result).toMatchObject({ totalCount: 2, successCount: 1, errorCount: 1 });
  expect(answer.result.errors).toMatchObject([
    { title: '动作', message: '动作 1：“按仓拆单”不能用于库存推送，请换一个动作' },
  ]);
  expect(await firstOf(clerk, '/automation/rule/list', { code: 'SHEET-1' })).toMatchObject({
    trigger: 'feedFailed',
    status: 'draft',
  });
});
