import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleInvoices, unsettleInvoices } from '#modules/finance/server/index.ts';
import { shortDueInvoices } from '#modules/finance/server/invoices/short-invoices.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { balance, keyed, moveInvoice, paidBy, plainInvoice, readInvoice } from './receivable-scene.ts';

/** What takes an invoice away: payments, discounts, and what is given up (domain.md §4, S7, M-08, M-11). */

let scene: TestApp;
let admin: Client;
let finance: Client;
let reviewer: Client;
let customerId: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  finance = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  await openShop(scene, await scene.as('yunying'));
  const { id: paymentTermId } = await must(
    admin.post<{ id: string }>('/base/paymentTerm/add', {
      code: 'N30D10',
      name: '30天，10天内 2%',
      baseDate: 'invoiceDate',
      netDays: 30,
      discountDays: 10,
      discountRate: '0.02',
    }),
  );
  const customer = await must(
    admin.post<{ id: string }>('/base/customer/add', {
      code: 'S7',
      name: 'Wayfair S7',
      type: 'marketplace',
      currency: 'USD',
      paymentTermId,
    }),
  );
  customerId = customer.id;
  const { accountId } = scene.seller;
  const { version } = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(admin.put('/base/channelAccount/edit', { id: accountId, version, customerId }));
});
afterAll(() => scene?.stop());

const S7 = { goods: 25_998n, freight: 2_000n, discount: 1_300n };
/** A day of the tenant so long before now. */
const daysAgo = (days: number): string =>
  new Date(scene.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
const reverse = (who: Client, id: string) =>
  who.post<{ state: string }>(`/finance/payment/${id}/reverse`, { reason: '退票' }, keyed());

test('three invoices of S7: one payment settles two, what is left stays owed, and taken back all is owed again', async () => {
  const [a, b, c] = [
    await plainInvoice(scene, S7),
    await plainInvoice(scene, { goods: 11_049n }),
    await plainInvoice(scene, { goods: 5_000n }),
  ];
  expect(await readInvoice(finance, a)).toMatchObject({ total: '266.98', goods: '259.98', discountAmount: '5.20' });
  expect(await balance(scene, 'ar', customerId)).toBe(42_747);
  const lines = [
    { invoiceId: a, portion: '266.98' },
    { invoiceId: b, portion: '110.49' },
  ];
  const payment = await paidBy(finance, customerId, '400.00', lines, { bankRef: 'S7-1' });
  expect(await readInvoice(finance, a)).toMatchObject({ status: 'paid', balance: '0.00', paid: '266.98' });
  expect(await readInvoice(finance, b)).toMatchObject({ status: 'paid' });
  expect(await readInvoice(finance, c)).toMatchObject({ status: 'issued', balance: '50.00' });
  expect(await balance(scene, 'ar', customerId)).toBe(5_000);
  expect(await balance(scene, 'advance:customer', customerId)).toBe(-2_253);
  expect(await balance(scene, 'cash')).toBe(40_000);
  // The bank's number is of one payment.
  const twice = await finance.post('/finance/payment/add', {
    customerId,
    amount: '1.00',
    currency: 'USD',
    paidOn: '2026-01-01',
    bankRef: 's7-1',
    lines: [],
  });
  expect(twice).toMatchObject({ status: 409, message: '银行流水号 s7-1 在这个账户已登记过' });
  // What is left settles the next invoice later.
  await must(finance.post(`/finance/payment/${payment}/allocate`, {}, keyed()));
  expect(await readInvoice(finance, c)).toMatchObject({ status: 'part_paid', balance: '27.47', paid: '22.53' });
  expect(await balance(scene, 'advance:customer', customerId)).toBe(0);
  const spent = await finance.post(`/finance/payment/${payment}/allocate`, {}, keyed());
  expect(spent.message).toMatch(/没有未核销的金额/);
  expect(await scene.violations()).toEqual([]);
  // M-11: taken back, everything is what it was.
  expect((await reverse(admin, payment)).success).toBe(true);
  for (const id of [a, b, c])
    expect(await readInvoice(finance, id)).toMatchObject({ status: 'issued', settledBase: '0.00' });
  expect(await balance(scene, 'ar', customerId)).toBe(42_747);
  expect(await balance(scene, 'cash')).toBe(0);
  expect((await reverse(reviewer, payment)).success).toBe(false);
  expect(await scene.violations()).toEqual([]);
});

test('paid early, 261.78 closes 266.98; paid late or in part it does not', async () => {
  const a = await plainInvoice(scene, S7);
  const early = (amount: string) =>
    paidBy(finance, customerId, amount, [{ invoiceId: a, portion: amount, withDiscount: true }]);
  await expect(early('261.77')).rejects.toThrow('享受折扣要一次付清余款 261.78 USD');
  await early('261.78');
  expect(await readInvoice(finance, a)).toMatchObject({
    status: 'paid',
    paid: '261.78',
    discounted: '5.20',
    balance: '0.00',
  });
  expect(await balance(scene, 'expense:cashDiscount')).toBe(520);

  const more = await plainInvoice(scene, S7);
  await expect(
    paidBy(finance, customerId, '261.79', [{ invoiceId: more, portion: '261.79', withDiscount: true }]),
  ).rejects.toThrow('享受折扣要一次付清余款 261.78 USD');
  // The last day counts: ten days after it was issued.
  const last = await plainInvoice(scene, { ...S7, day: daysAgo(10) });
  await paidBy(finance, customerId, '261.78', [{ invoiceId: last, portion: '261.78', withDiscount: true }], {
    paidOn: daysAgo(0),
  });
  expect(await readInvoice(finance, last)).toMatchObject({ status: 'paid', discounted: '5.20' });
  const late = await plainInvoice(scene, { ...S7, day: '2026-01-01' });
  const lines = [{ invoiceId: late, portion: '261.78', withDiscount: true }];
  await expect(paidBy(finance, customerId, '261.78', lines)).rejects.toThrow('折扣截止日是 2026-01-11');
  await must(moveInvoice(reviewer, late, 'void', { reason: '测试' }));
  expect(await scene.violations()).toEqual([]);
});

test('two who settle one invoice at once settle it once', async () => {
  const a = await plainInvoice(scene, { goods: 10_000n });
  const source = (id: string) => ({ type: 'test', id, no: id.slice(0, 4) });
  const ids = ['11111111-1111-7111-8111-111111111111', '22222222-2222-7222-8222-222222222222'];
  const both = await Promise.allSettled(
    ids.map((id) =>
      look(scene, (tx) => settleInvoices(tx, source(id), [{ invoiceId: a, kind: 'paid', amount: 6_000n }])),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await readInvoice(finance, a)).toMatchObject({ balance: '40.00', status: 'part_paid' });
  // Nothing was posted for it here, so it goes back.
  await look(scene, async (tx) => {
    for (const id of ids) await unsettleInvoices(tx, { type: 'test', id });
  });
  expect(await readInvoice(finance, a)).toMatchObject({ balance: '100.00', status: 'issued' });
});

test('an invoice in yen is settled at the rate of its day, the difference is one of rates', async () => {
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'JPY',
      toCode: 'USD',
      rate: '0.0071',
      effectiveDate: '2026-01-01',
    }),
  );
  const a = await plainInvoice(scene, { goods: 10_001n, currency: 'JPY', fxRate: '0.0067' });
  // 10,001 × 0.0067 = 67.0067; paid 3,333 and the rest at 0.0071.
  expect(await readInvoice(finance, a)).toMatchObject({ total: '10001', baseTotal: '67.01' });
  const before = { ar: await balance(scene, 'ar'), fx: await balance(scene, 'fx') };
  for (const amount of ['3333', '6668'])
    await paidBy(finance, customerId, amount, [{ invoiceId: a, portion: amount }], { currency: 'JPY' });
  expect(await readInvoice(finance, a)).toMatchObject({ status: 'paid', settledBase: '67.01' });
  expect(await balance(scene, 'ar')).toBe(before.ar - 6_701);
  // 23.66 + 47.34 came for 67.01.
  expect(await balance(scene, 'fx')).toBe(before.fx - 399);
});

test('what is paid ahead goes back to its customer, the oldest first, and no more than that', async () => {
  const paid = await paidBy(finance, customerId, '30.00');
  const out = (amount: string) => paidBy(finance, customerId, amount, [], { direction: 'out' });
  await expect(out('30.01')).rejects.toThrow('客户的预收只有 30.00 USD，不能退更多');
  const back = await out('12.50');
  expect(await balance(scene, 'advance:customer', customerId)).toBe(-1_750);
  const held = await reverse(admin, paid);
  expect(held.message).toMatch(/的预收已由 PM\d+ 退回，请先冲销它/);
  await must(reverse(admin, back));
  await must(reverse(admin, paid));
  expect(await balance(scene, 'advance:customer', customerId)).toBe(0);
});

test('a small rest is given up alone, a large one by another; due and unpaid it runs short', async () => {
  const small = await plainInvoice(scene, { goods: 1_000n, day: '2026-02-01' });
  await must(moveInvoice(finance, small, 'writeOff', { reason: '尾差' }));
  expect(await readInvoice(finance, small)).toMatchObject({ status: 'closed', writtenOff: '10.00', balance: '0.00' });
  const large = await plainInvoice(scene, { goods: 1_001n, day: '2026-02-01' });
  const beyond = await moveInvoice(finance, large, 'writeOff', { reason: '尾差' });
  expect(beyond.message).toMatch(/超过单人核销上限 10.00 USD，请先申请核销，由另一个人核销/);
  await shortDueInvoices(scene.app.db, scene.now());
  expect(await readInvoice(finance, large)).toMatchObject({ status: 'short_paid' });
  await must(moveInvoice(finance, large, 'askWriteOff', { reason: '平台不付' }));
  expect((await moveInvoice(finance, large, 'writeOff', { reason: '平台不付' })).status).toBe(403);
  const both = await Promise.all([1, 2].map(() => moveInvoice(reviewer, large, 'writeOff', { reason: '同意' })));
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  expect(await readInvoice(finance, large)).toMatchObject({ status: 'closed' });
  expect(await balance(scene, 'loss:writeOff')).toBe(2_001);
});

test('what the customer does not agree with is in dispute until it is settled or said to be over', async () => {
  const one = await plainInvoice(scene, { goods: 2_000n });
  await must(moveInvoice(finance, one, 'send'));
  await must(moveInvoice(finance, one, 'dispute', { reason: '数量不对' }));
  await must(moveInvoice(finance, one, 'endDispute'));
  expect(await readInvoice(finance, one)).toMatchObject({ status: 'sent' });
  await paidBy(finance, customerId, '20.00', [{ invoiceId: one, portion: '20.00' }]);
  expect(await readInvoice(finance, one)).toMatchObject({ status: 'paid' });
  expect(await scene.violations()).toEqual([]);
});

test('given up, opened by a payment that is taken back, and given up again: the books follow both times', async () => {
  const a = await plainInvoice(scene, { goods: 1_500n });
  const before = await balance(scene, 'loss:writeOff');
  const payment = await paidBy(finance, customerId, '9.00', [{ invoiceId: a, portion: '9.00' }]);
  await must(moveInvoice(admin, a, 'writeOff', { reason: '尾差' }));
  expect(await readInvoice(finance, a)).toMatchObject({ status: 'closed', writtenOff: '6.00' });
  await must(reverse(reviewer, payment));
  expect(await readInvoice(finance, a)).toMatchObject({ status: 'part_paid', balance: '9.00' });
  await must(moveInvoice(reviewer, a, 'writeOff', { reason: '客户不再付' }));
  expect(await readInvoice(finance, a)).toMatchObject({ status: 'closed', writtenOff: '15.00', balance: '0.00' });
  expect((await balance(scene, 'loss:writeOff')) - before).toBe(1_500);
  expect(await scene.violations()).toEqual([]);
});

test('due on a day, an invoice runs short once that and the days of grace are over', async () => {
  // Thirty days to pay and three of grace.
  const [last, over] = [
    await plainInvoice(scene, { goods: 900n, day: daysAgo(33) }),
    await plainInvoice(scene, { goods: 900n, day: daysAgo(34) }),
  ];
  await shortDueInvoices(scene.app.db, scene.now());
  expect(await readInvoice(finance, last)).toMatchObject({ status: 'issued', dueDate: daysAgo(3) });
  expect(await readInvoice(finance, over)).toMatchObject({ status: 'short_paid', dueDate: daysAgo(4) });
});

test('what goes back to a customer is taken of the oldest advance', async () => {
  const [older, newer] = [
    await paidBy(finance, customerId, '8.00', [], { paidOn: daysAgo(5) }),
    await paidBy(finance, customerId, '8.00', [], { paidOn: daysAgo(1) }),
  ];
  const back = await paidBy(finance, customerId, '6.00', [], { direction: 'out' });
  const left = async (id: string) =>
    (await must(finance.get<{ unallocated: string }>('/finance/payment/queryById', { id }))).unallocated;
  expect([await left(older), await left(newer)]).toEqual(['2.00', '8.00']);
  for (const id of [back, older, newer]) await must(reverse(reviewer, id));
});

/** A payment that is not posted yet. */
const drafted = async (more: object): Promise<string> =>
  (
    await must(
      finance.post<{ id: string }>('/finance/payment/add', {
        customerId,
        currency: 'USD',
        paidOn: '2026-02-01',
        ...more,
      }),
    )
  ).id;
const post = (who: Client, id: string, answers: object = {}) =>
  who.post(`/finance/payment/${id}/post`, answers, keyed());

test('a payment is worth what others know, not what is typed', async () => {
  const usd = await drafted({ amount: '100' });
  expect((await post(finance, usd, { payRate: '10' })).message).toBe('USD 是本位币，不填入账汇率');
  // 0.0071 since January, of the one who administers.
  const yen = await drafted({ amount: '10000', currency: 'JPY' });
  const cash = await balance(scene, 'cash');
  for (const [payRate, message] of [
    ['0', '入账汇率要大于 0'],
    ['0.0150', '与已知汇率 0.0071 相差一倍以上，请核对'],
    ['0.0080', '与已知汇率 0.0071 相差超过 5%，请由录入人以外的人过账'],
  ] as const)
    expect(await post(finance, yen, { payRate })).toMatchObject({
      status: 422,
      result: { errors: [{ field: 'payRate', message }] },
    });
  expect(await balance(scene, 'cash')).toBe(cash);
  await must(post(finance, yen, { payRate: '0.0073' }));
  expect(await balance(scene, 'cash')).toBe(cash + 7_300);
  await must(reverse(reviewer, yen));
});

test('who types what goes back to customers posts no more of it in a day than one person may', async () => {
  const ahead = await paidBy(finance, customerId, '900.00');
  const out = (amount: string) => drafted({ amount, direction: 'out' });
  const first = await out('300.00');
  await must(post(finance, first));
  const second = await out('200.01');
  expect((await post(finance, second)).message).toBe(
    '24 小时内自己录入又过账的付款超过单人退款上限 500.00 USD，请由其他人过账',
  );
  await must(post(admin, second));
  await must(post(finance, await out('200.00')));
  expect((await post(finance, await out('0.01'))).success).toBe(false);
  expect(await balance(scene, 'advance:customer', customerId)).toBe(-19_999);
  expect((await reverse(reviewer, ahead)).success).toBe(false);
  // What a euro is worth nobody says but who pays it out.
  const rate = { fromCode: 'EUR', toCode: 'USD', rate: '0.0001', effectiveDate: '2026-01-01' };
  await must(finance.post('/base/exchangeRate/add', rate));
  await paidBy(finance, customerId, '9000.00', [], { currency: 'EUR' });
  const euros = await drafted({ amount: '9000', currency: 'EUR', direction: 'out' });
  expect((await post(finance, euros)).message).toMatch(/超过单人退款上限/);
  // By that word 9,000.00 would be a rest of 0.90.
  const invoice = await plainInvoice(scene, { goods: 900_000n, currency: 'EUR', fxRate: '0.0001' });
  expect((await moveInvoice(finance, invoice, 'writeOff', { reason: '尾差' })).message).toMatch(/超过单人核销上限/);
});

test('who asked for a small rest to be given up did not ask for all of it', async () => {
  const id = await plainInvoice(scene, { goods: 100_000n });
  const payment = await paidBy(finance, customerId, '980.00', [{ invoiceId: id, portion: '980.00' }]);
  await must(moveInvoice(finance, id, 'askWriteOff', { reason: '尾差 20' }));
  await must(reverse(reviewer, payment));
  expect((await moveInvoice(reviewer, id, 'writeOff', { reason: '同意' })).message).toMatch(/请先申请核销/);
  expect(await readInvoice(finance, id)).toMatchObject({ status: 'issued', balance: '1000.00', writeOffAskedBy: null });
  expect(await scene.violations()).toEqual([]);
});

test('who owes stays among the customers, and what is owed in among the currencies', async () => {
  await plainInvoice(scene, { goods: 1_000n });
  const gone = await admin.delete('/base/customer/delete', { id: customerId });
  expect(gone).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^客户还有未结清的 \S+，不能删除，可以停用$/),
  });
  const idsOf = async (path: string, query: Record<string, string>): Promise<string[]> =>
    (await must(admin.get<{ records: { id: string }[] }>(path, query))).records.map(({ id }) => id);
  for (const id of await idsOf('/base/exchangeRate/list', { fromCode: 'EUR' }))
    await must(admin.delete('/base/exchangeRate/delete', { id }));
  const [euro = ''] = await idsOf('/base/currency/list', { code: 'EUR' });
  expect(await admin.delete('/base/currency/delete', { id: euro })).toMatchObject({
    status: 409,
    message: '币种 EUR 仍被发票使用，不能删除，可以停用',
  });
});
