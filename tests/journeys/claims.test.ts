import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { together } from '#tests/races/together.ts';
import { draftReturn, lineOf, moveReturn, CHAIR, sentOrder, shipAll } from './return-scene.ts';
import { draftClaim, moveClaim, paidClaim, pictureOf } from './claim-scene.ts';

/** What carriers and suppliers are asked to pay, from the parcel that went wrong to the books. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk, packer] = await Promise.all([scene.as('admin'), scene.as('yunying'), scene.as('cangku')]);
  await openShop(scene, clerk);
  await addStock(scene, packer, CHAIR, 40);
});
afterAll(() => scene.stop());

interface Seen {
  id: string;
  claimNo: string;
  status: string;
  party: string;
  cause: string;
  total: string;
  paidTotal: string;
  openTotal: string;
  dueOn: string;
  answerBy: string | null;
  nextOn: string | null;
  remindOn: string | null;
  orderId: string | null;
  accountId: string | null;
  outcome: string | null;
  lines: { claimLine: { qty: number }[]; claimPayment: { amount: string; isReversed: boolean }[] };
}
const read = (id: string): Promise<Seen> => must(admin.get('/aftersales/claim/queryById', { id }));

/** Balance of 索赔收入 and the accounts that it comes from, minor units. */
const balances = (): Promise<Record<string, string>> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ code: string; sum: string }>`
      select a.code, (sum(case when p.debit_account_id = a.id then p.amount else -p.amount end))::text as sum
      from posting p join account a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        join journal_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
      where p.tenant_id = ${tx.tenant} and e.ref_type = 'claimPayment' group by a.code`;
    return Object.fromEntries(rows.map(({ code, sum }) => [code, sum]));
  });

test('a lost parcel: claimed once with its goods, proved, submitted, paid in parts', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const ship = (move: string, answers: object = {}) =>
    must(packer.post(`/fulfilment/shipment/${order.shipment}/${move}`, answers));
  await ship('scan');
  await ship('markLost', { reason: '承运商确认丢失' });
  const made = await must(
    clerk.post<{ id: string; claimNo: string }>('/aftersales/claim/ofShipment', {
      shipmentId: order.shipment,
    }),
  );
  const claim = await read(made.id);
  expect(claim).toMatchObject({ status: 'draft', party: 'carrier', cause: 'lost' });
  expect(claim.orderId).toBe(order.id);
  expect(claim.accountId).toBe(scene.seller.accountId);
  expect(claim.lines.claimLine).toMatchObject([{ qty: 2 }]);
  expect(Number(claim.total)).toBeGreaterThan(0);
  const shipment = await must(
    packer.get<{ claimNote: string }>('/fulfilment/shipment/queryById', { id: order.shipment }),
  );
  expect(shipment.claimNote).toBe(`索赔单 ${made.claimNo}`);
  const again = await clerk.post('/aftersales/claim/ofShipment', { shipmentId: order.shipment });
  expect(again.message).toBe(`已登记索赔 ${made.claimNo}，请在其上处理`);

  const bare = await moveClaim(clerk, made.id, 'submit');
  expect(bare.message).toContain('没有举证材料');
  const typed = await must(clerk.get<Record<string, unknown>>('/aftersales/claim/queryById', { id: made.id }));
  await must(
    clerk.put('/aftersales/claim/edit', {
      ...typed,
      lines: (typed['lines'] as Seen['lines']).claimLine,
      evidence: await pictureOf(scene, clerk),
    }),
  );
  // The list is sorted by the day that its clock runs to: to submit it, then to be answered.
  expect((await read(made.id)).nextOn).toBe(claim.dueOn);
  await must(moveClaim(clerk, made.id, 'submit', { refNo: 'UPS-C-1' }));
  const request = await read(made.id);
  expect(request.answerBy).not.toBeNull();
  expect(request.nextOn).toBe(request.answerBy);

  const finance = await scene.as('caiwu');
  const beyond = await moveClaim(finance, made.id, 'pay', { amount: '999999', way: 'cash' });
  expect(beyond.message).toContain('超过未赔付金额');
  await must(moveClaim(finance, made.id, 'pay', { amount: '100', way: 'cash', bankRef: 'B1' }));
  expect(await read(made.id)).toMatchObject({ status: 'part_paid', paidTotal: '100.00' });
  await must(moveClaim(finance, made.id, 'pay', { way: 'offset' }));
  const paid = await read(made.id);
  expect(paid).toMatchObject({ status: 'paid', paidTotal: paid.total, openTotal: '0.00', nextOn: null });
  const rest = BigInt(Math.round(Number(paid.total) * 100)) - 10_000n;
  expect(await balances()).toEqual({
    cash: '10000',
    'ap:logistics': String(rest),
    'gain:claim': String(-rest - 10_000n),
  });
  expect(await scene.violations()).toEqual([]);
  const reviewer = await scene.as('fuhe');
  await must(moveClaim(reviewer, made.id, 'unpay', { reason: '登记错了' }));
  expect(await read(made.id)).toMatchObject({ status: 'part_paid', paidTotal: '100.00' });
  expect(await balances()).toEqual({ cash: '10000', 'ap:logistics': '0', 'gain:claim': '-10000' });
  await must(moveClaim(finance, made.id, 'waive', { reason: '对方只赔这么多' }));
  expect(await read(made.id)).toMatchObject({ status: 'paid', openTotal: '0.00' });
  expect(await scene.violations()).toEqual([]);
});

test('the days of a party decide until when a claim is submitted, and when somebody is reminded', async () => {
  await must(
    admin.post('/aftersales/claimTerm/add', {
      party: 'carrier',
      carrierCode: 'SLOW',
      fileDays: 10,
      answerDays: 5,
      remindDays: 3,
    }),
  );
  const twice = await admin.post('/aftersales/claimTerm/add', {
    party: 'carrier',
    carrierCode: 'slow',
    fileDays: 9,
    answerDays: 5,
    remindDays: 3,
  });
  expect(twice.message).toContain('索赔时限已登记');
  const id = await draftClaim(scene, clerk, { carrierCode: 'SLOW', incidentOn: '2026-01-05' });
  // What is claimed is open from the draft on.
  expect(await read(id)).toMatchObject({ total: '80.00', openTotal: '80.00' });
  expect((await read(id)).dueOn).toBe('2026-01-15');
  const other = await draftClaim(scene, clerk, { carrierCode: 'FEDEX', incidentOn: '2026-01-05' });
  expect((await read(other)).dueOn).toBe('2026-03-06');
  const todo = (
    await must(clerk.get<{ key: string; hint: string; count: number; query: Record<string, string> }[]>('/desk/todo'))
  ).find(({ key }) => key === 'claimsToSubmit');
  expect([...(todo?.hint ?? '')].length).toBeLessThan(12);
  const { tab = '', ...filters } = todo?.query ?? {};
  const listed = await must(clerk.get<Page<unknown>>('/aftersales/claim/list', { ...filters, tab }));
  expect(todo?.count).toBe(listed.total);
  expect(listed.total).toBeGreaterThanOrEqual(2);
});

test('refused, argued about, refused again and given up', async () => {
  const id = await draftClaim(scene, clerk);
  await must(moveClaim(clerk, id, 'submit'));
  await must(moveClaim(clerk, id, 'reject', { reason: '包装不合格' }));
  await must(moveClaim(clerk, id, 'appeal', { reason: '附上跌落测试报告' }));
  await must(moveClaim(clerk, id, 'reject', { reason: '维持' }));
  await must(moveClaim(clerk, id, 'abandon', { reason: '金额小' }));
  expect(await read(id)).toMatchObject({ status: 'abandoned', outcome: '放弃：金额小' });
});

test('what came back broken is claimed of who carried it, with the photos of the inspection as proof', async () => {
  const order = await sentOrder(scene, clerk, packer, 4);
  const { id } = await must(draftReturn(clerk, order, { qty: 4, reason: 'damagedInTransit' }));
  for (const move of ['submit', 'approve']) await must(moveReturn(clerk, id, move));
  const early = await clerk.post('/aftersales/claim/ofReturn', { returnId: id, party: 'carrier' });
  expect(early.message).toContain('还没有质检');
  const line = await lineOf(admin, id);
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId: line.id, qty: 3 }] }));
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  const found = { lineId: line.id, good: 1, damaged: 1, wrong: 1 };
  await must(moveReturn(packer, id, 'inspect', { lines: [found] }));
  const { id: claimId } = await must(
    clerk.post<{ id: string }>('/aftersales/claim/ofReturn', { returnId: id, party: 'carrier' }),
  );
  const claim = await read(claimId);
  expect(claim).toMatchObject({ cause: 'damaged', orderId: order.id });
  // One broken, one of other goods, one that never came.
  expect(claim.lines.claimLine).toMatchObject([{ qty: 3 }]);
  expect((await moveClaim(clerk, claimId, 'submit')).message).toContain('没有举证材料');
  await look(
    scene,
    (tx) => tx.run`update return_line set photos = array['damage.jpg'] where tenant_id = ${tx.tenant}
      and id = ${line.id}::uuid`,
  );
  await must(moveClaim(clerk, claimId, 'submit'));
  const noSupplier = await clerk.post('/aftersales/claim/ofReturn', {
    returnId: id,
    party: 'supplier',
  });
  expect(noSupplier.message).toContain('供应商');
  // Who carried it and who sold it are asked each for themselves.
  const supplier = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code: 'CL-01',
      name: '索赔家具厂',
      type: 'factory',
      currency: 'USD',
    }),
  );
  const ofSupplier = () =>
    clerk.post<{ id: string }>('/aftersales/claim/ofReturn', {
      returnId: id,
      party: 'supplier',
      supplierId: supplier.id,
    });
  const { id: second } = await must(ofSupplier());
  expect(await read(second)).toMatchObject({ party: 'supplier', cause: 'defect' });
  expect((await ofSupplier()).message).toContain('已登记索赔');
});

test('a carrier is claimed of by its own days, however its code is written, else by those of all', async () => {
  const term = (more: object) =>
    admin.post<{ id: string }>('/aftersales/claimTerm/add', {
      party: 'carrier',
      fileDays: 20,
      answerDays: 8,
      remindDays: 2,
      ...more,
    });
  const { id: own } = await must(term({ carrierCode: 'OWNDAYS', fileDays: 7 }));
  await must(term({}));
  const due = async (head: object): Promise<string> => (await read(await draftClaim(scene, clerk, head))).dueOn;
  expect(await due({ carrierCode: 'OWNDAYS' })).toBe('2026-01-12');
  expect(await due({ carrierCode: 'owndays' })).toBe('2026-01-12');
  expect(await due({ carrierCode: 'ANOTHER' })).toBe('2026-01-25');
  expect((await term({})).message).toContain('索赔时限已登记');
  // What is edited is no second one of itself.
  const row = { party: 'carrier', carrierCode: 'OWNDAYS', answerDays: 8, remindDays: 2 };
  await must(admin.put('/aftersales/claimTerm/edit', { ...row, id: own, fileDays: 6, version: 1 }));
  expect(await due({ carrierCode: 'OWNDAYS' })).toBe('2026-01-11');
  const id = await draftClaim(scene, clerk, { carrierCode: 'OWNDAYS' });
  await must(moveClaim(clerk, id, 'submit'));
  const { answerBy, remindOn } = await read(id);
  const day = 86_400_000;
  expect(Date.parse(answerBy ?? '') - Date.parse(remindOn ?? '')).toBe(2 * day);
  await must(admin.delete('/aftersales/claimTerm/delete', { id: own }));
  expect(await due({ carrierCode: 'OWNDAYS' })).toBe('2026-01-25');
});

test('a supplier is claimed of by its own days, else by those of all', async () => {
  const supplier = (code: string) =>
    must(
      admin.post<{ id: string }>('/base/supplier/add', {
        code,
        name: `${code} 家具厂`,
        type: 'factory',
        currency: 'USD',
      }),
    );
  const [own, other] = [await supplier('CL-OWN'), await supplier('CL-OTHER')];
  const term = (more: object) =>
    must(
      admin.post('/aftersales/claimTerm/add', {
        party: 'supplier',
        fileDays: 20,
        answerDays: 8,
        remindDays: 2,
        ...more,
      }),
    );
  await term({ supplierId: own.id, fileDays: 7 });
  await term({});
  const due = async (supplierId: string): Promise<string> => {
    const head = { party: 'supplier', cause: 'defect', carrierCode: null, supplierId };
    return (await read(await draftClaim(scene, clerk, head))).dueOn;
  };
  expect(await due(own.id)).toBe('2026-01-12');
  expect(await due(other.id)).toBe('2026-01-25');
});

test('payments add up and the latest is taken back, one after the other, none before the day it happened', async () => {
  const finance = await scene.as('caiwu');
  const reviewer = await scene.as('fuhe');
  const id = await draftClaim(scene, clerk);
  await must(moveClaim(clerk, id, 'submit'));
  const pay = (amount: string, more: object = {}) => moveClaim(finance, id, 'pay', { amount, way: 'cash', ...more });
  expect((await pay('10', { paidOn: '2026-01-04' })).message).toBe('赔付日期不能早于发生日期');
  await must(pay('10', { paidOn: '2026-01-05' }));
  await must(pay('20'));
  await must(pay('30'));
  expect(await read(id)).toMatchObject({ paidTotal: '60.00', openTotal: '20.00' });
  const back = () => moveClaim(reviewer, id, 'unpay', { reason: '登记错了' });
  for (const [paidTotal, openTotal, status] of [
    ['30.00', '50.00', 'part_paid'],
    ['10.00', '70.00', 'part_paid'],
    ['0.00', '80.00', 'submitted'],
  ]) {
    await must(back());
    expect(await read(id)).toMatchObject({ paidTotal, openTotal, status });
  }
  expect((await back()).success).toBe(false);
  expect((await read(id)).lines.claimPayment.every(({ isReversed }) => isReversed)).toBe(true);
  expect(await scene.violations()).toEqual([]);
});

test('a claim in another currency is paid in it, and stands in the books at the rate of its day', async () => {
  const finance = await scene.as('caiwu');
  const rate = { fromCode: 'EUR', toCode: 'USD', rate: '1.25', effectiveDate: '2026-01-01' };
  await must(admin.post('/base/exchangeRate/add', rate));
  const id = await draftClaim(scene, clerk, { currency: 'EUR' });
  await must(moveClaim(clerk, id, 'submit'));
  const before = await balances();
  await must(moveClaim(finance, id, 'pay', { amount: '10', way: 'cash', paidOn: '2026-01-05' }));
  const after = await balances();
  const change = (code: string): bigint => BigInt(after[code] ?? 0) - BigInt(before[code] ?? 0);
  expect([change('cash'), change('gain:claim')]).toEqual([1250n, -1250n]);
  expect(await read(id)).toMatchObject({ paidTotal: '10.00', openTotal: '70.00' });
  expect(await scene.violations()).toEqual([]);
});

test('a damaged parcel is claimed for the day it left, and a noted loss keeps its note', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const left = await must(packer.get<{ shippedAt: string }>('/fulfilment/shipment/queryById', { id: order.shipment }));
  await scene.pass(3 * 86_400_000);
  const made = await must(clerk.post<{ id: string }>('/aftersales/claim/ofShipment', { shipmentId: order.shipment }));
  expect(await read(made.id)).toMatchObject({
    cause: 'damaged',
    incidentOn: left.shippedAt.slice(0, 10),
  });
  const lost = await sentOrder(scene, clerk, packer, 1);
  const ship = (move: string, answers: object = {}) =>
    must(packer.post(`/fulfilment/shipment/${lost.shipment}/${move}`, answers));
  await ship('scan');
  await ship('markLost', { reason: '承运商确认丢失' });
  await ship('claim', { note: '电话已报' });
  await must(clerk.post<{ id: string }>('/aftersales/claim/ofShipment', { shipmentId: lost.shipment }));
  const { claimNote } = await must(
    packer.get<{ claimNote: string }>('/fulfilment/shipment/queryById', { id: lost.shipment }),
  );
  expect(claimNote).toBe('电话已报');
});

test('goods that two lines of an order ask for are claimed of together', async () => {
  const line = { partNumber: CHAIR, quantity: 1 };
  const { id, po } = await newOrder(scene, clerk, { lines: [{ ...line, quantity: 2 }, line] });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const shipmentId = await shipAll(admin, clerk, packer, id, po);
  await scene.settled();
  const made = await must(clerk.post<{ id: string }>('/aftersales/claim/ofShipment', { shipmentId }));
  expect((await read(made.id)).lines.claimLine).toMatchObject([{ qty: 3 }]);
});

test('two who note the same payment at once: it is paid once', async () => {
  const id = await draftClaim(scene, clerk);
  await must(moveClaim(clerk, id, 'submit'));
  const finance = await scene.as('caiwu');
  const before = (await read(id)).total;
  const answers = await together(
    scene,
    'claim',
    [id],
    [
      () => paidClaim(finance, id, newId(), { way: 'cash', amount: before }),
      () => paidClaim(finance, id, newId(), { way: 'cash', amount: before }),
    ],
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const key = newId();
  const other = await draftClaim(scene, clerk);
  await must(moveClaim(clerk, other, 'submit'));
  for (let time = 0; time < 2; time++) await must(paidClaim(finance, other, key, { way: 'cash', amount: '1' }));
  expect(await read(other)).toMatchObject({ paidTotal: '1.00', status: 'part_paid' });
  expect((await read(id)).lines.claimPayment).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});
