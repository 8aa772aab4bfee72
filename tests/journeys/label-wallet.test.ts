import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault } from '#tests/channels/shop.ts';
import type { Answer } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { boxesOf, startCarrierScene, waiting, type CarrierScene } from './carrier-scene.ts';

/** S4 小件面单与钱包: the figures of domain.md §4 and §8, over HTTP. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
  expect((await at.audit()).violations).toEqual([]);
});

/** What the carrier asks for a label, and what it takes in the end. */
const priced = (quoted: string, paid: string): Promise<unknown> =>
  fault(
    at.scene,
    { fault: 'price-other', value: quoted, match: { operation: 'carrier.rates', times: 'always' } },
    { fault: 'price-other', value: paid, match: { operation: 'carrier.buy', times: 'always' } },
  );

test('S4: a label that the wallet cannot pay holds its order; with money the same click buys it', async () => {
  await priced('23.40', '21.15');
  await must(at.credit('20.00', 'BANK-1'));
  const { id, orderId } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));

  expect(await at.wallet()).toEqual({ available: '20.00', held: '0.00' });
  expect(await at.kept()).toBe(0);
  const refused = await at.shipment(id);
  expect(refused).toMatchObject({ status: 'packed', labelSource: null });
  expect(refused['labelError']).toContain('余额不足，钱包付不起这张面单');
  expect((await at.order(orderId)).holds).toEqual(['walletLow']);
  expect(await waiting(at.clerk, '余额不足')).toBe(1);
  expect(await at.labels(id)).toMatchObject([{ status: 'failed', charge: 'none', quotedCost: '23.40' }]);

  await must(at.credit('1368.89', 'BANK-2'));
  expect(await at.wallet()).toEqual({ available: '1388.89', held: '0.00' });
  await must(at.make(id, 'buyLabel'));
  expect(await at.wallet()).toEqual({ available: '1365.49', held: '23.40' });
  expect((await at.order(orderId)).holds).toEqual([]);
  const bought = await at.shipment(id);
  expect(bought).toMatchObject({ status: 'labelled', labelSource: 'carrier', labelHold: null });
  const [box] = await boxesOf(at, id);
  expect(box).toMatchObject({ status: 'labelled', trackingNo: bought['trackingNo'] });
  expect(box?.labelAssetId).toBeTruthy();
  const [label] = await at.labels(id);
  expect(label).toMatchObject({
    status: 'active',
    charge: 'held',
    quotedCost: '23.40',
    cost: '21.15',
  });
  expect(label?.note).toContain('承运商实收 21.15 USD，报价 23.40 USD');

  await must(at.make(id, 'ship'));
  expect(await at.wallet()).toEqual({ available: '1367.74', held: '0.00' });
  expect(await at.labels(id)).toMatchObject([{ status: 'used', charge: 'charged' }, {}]);

  const trackingNumber = String(bought['trackingNo']);
  await at.scene.sim('POST', '/carrier/charge', { trackingNumber, amount: '4.00' });
  for (let again = 0; again < 2; again++) {
    await must(at.packer.post(`/fulfilment/shipment/${id}/track`));
    await at.scene.settled();
    expect(await at.wallet()).toEqual({ available: '1363.74', held: '0.00' });
  }
  const entries = await must(
    at.admin.get<{ records: { move: string; amount: string }[] }>('/ledger/walletEntry/list', {
      pageSize: '50',
    }),
  );
  expect(entries.records.map(({ move, amount }) => `${move} ${amount}`).toSorted()).toEqual([
    'adjust 4.00',
    'capture 21.15',
    'credit 1368.89',
    'credit 20.00',
    'hold 23.40',
    'release 2.25',
  ]);
});

test('a price above the quote is taken up to the quote, and the rest is a charge of its own', async () => {
  await priced('10.00', '12.50');
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  expect((await at.wallet()).held).toBe('10.00');
  const [label] = await at.labels(id);
  expect(label?.note).toContain('承运商实收 12.50 USD，报价 10.00 USD');
  await must(at.make(id, 'ship'));
  const after = await at.wallet();
  expect(cents(before.available) - cents(after.available)).toBe(1250);
  expect(after.held).toBe('0.00');
  const more = await must(
    at.admin.get<{ records: { amount: string; charge: string }[] }>('/fulfilment/labelAdjustment/list', {
      labelId: label?.id ?? '',
    }),
  );
  expect(more.records).toMatchObject([{ amount: '2.50', charge: 'charged' }]);
  // It did not leave after all, and its label is voided: all that was taken comes back.
  await must(
    at.admin.post(
      `/fulfilment/shipment/${id}/unship`,
      { reason: '没装车' },
      { 'idempotency-key': 'beyond the quote 1' },
    ),
  );
  await must(voidLabel(label?.id, 'beyond the quote 2'));
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'refunded' }]);
  expect(await at.wallet()).toEqual(before);
});

const voidLabel = async (id: string | undefined, key: string): Promise<Answer> => {
  const answer = await at.admin.post(
    `/fulfilment/shippingLabel/${id}/voidLabel`,
    { reason: '地址错了' },
    { 'idempotency-key': key },
  );
  await at.scene.settled();
  return answer;
};

test('a label is voided and billed on the contract it was bought on, whatever its account says since', async () => {
  const before = await at.wallet();
  const stored = await at.kept();
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  const [label] = await at.labels(id);
  const [offered] = await must(at.admin.get<{ practice: Record<string, string> }[]>('/fulfilment/carriers'));
  const account = await firstOf(at.admin, '/base/carrierAccount/list', { name: 'Swift 系统' });
  const edit = async (values: Record<string, string>): Promise<unknown> => {
    const { version } = await must(
      at.admin.get<{ version: number }>('/base/carrierAccount/queryById', { id: account.id }),
    );
    return must(at.admin.put('/base/carrierAccount/edit', { id: account.id, version, ...values }));
  };
  await edit({ ...offered?.practice, owner: 'own', apiKey: 'a key of the tenant' });
  await must(voidLabel(label?.id, 'another contract'));
  await edit({ owner: 'platform' });
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'released' }]);
  expect(await at.kept()).toBe(stored);
  expect(await at.wallet()).toEqual(before);
});

test('what is asked later than there is money for stays due, and is paid with the next payment', async () => {
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  await must(at.make(id, 'ship'));
  const { available } = await at.wallet();
  const { trackingNo } = await at.shipment(id);
  const amount = `${Math.ceil(cents(available) / 100) + 5}.00`;
  await at.scene.sim('POST', '/carrier/charge', { trackingNumber: String(trackingNo), amount });
  await must(at.packer.post(`/fulfilment/shipment/${id}/track`));
  await at.scene.settled();
  expect(await at.wallet()).toEqual({ available, held: '0.00' });
  expect(await waiting(at.admin, '面单调整待扣费')).toBe(1);
  await must(at.credit('500.00', 'BANK-3'));
  expect(cents((await at.wallet()).available)).toBe(cents(available) + 50_000 - cents(amount));
});

test('one payment is entered once, by the operator alone, with a reason and who it was', async () => {
  const before = await at.wallet();
  const again = await at.credit('7.00', 'BANK-3');
  expect(again).toMatchObject({ status: 422 });
  expect(again.message).toContain('收款凭据 BANK-3 已入账');
  const [one, other] = await Promise.all([at.credit('7.00', 'BANK-4'), at.credit('7.00', 'BANK-4')]);
  expect([one.success, other.success].toSorted()).toEqual([false, true]);
  expect(cents((await at.wallet()).available)).toBe(cents(before.available) + 700);
  expect(await at.credit('0.00', 'BANK-5')).toMatchObject({ status: 422 });
  expect(await at.credit('-5.00', 'BANK-5')).toMatchObject({ status: 422 });
  const finance = await at.scene.as('caiwu');
  const given = { forTenant: 1, amount: '1.00', currency: 'USD', reference: 'X', reason: 'x' };
  expect(await finance.post('/ledger/walletCredit', given)).toMatchObject({ status: 403 });
  const { credits } = await must(
    at.admin.get<{ credits: { reference: string; createBy: string; reason: string }[] }>('/ledger/walletCredits'),
  );
  expect(credits.find(({ reference }) => reference === 'BANK-4')).toMatchObject({
    createBy: 'admin',
    reason: '充值到账',
  });
});

test('twenty purchases at once take no more than the wallet has (M-02, M-03)', async () => {
  await priced('10.00', '10.00');
  const { available } = await at.wallet();
  const drain = cents(available) - 7_500;
  const { id: first } = await at.packed('platform');
  await must(at.make(first, 'buyLabel'));
  await must(at.make(first, 'ship'));
  const { trackingNo } = await at.shipment(first);
  await at.scene.sim('POST', '/carrier/charge', {
    trackingNumber: String(trackingNo),
    amount: (drain / 100 - 10).toFixed(2),
  });
  await must(at.packer.post(`/fulfilment/shipment/${first}/track`));
  await at.scene.settled();
  expect(await at.wallet()).toEqual({ available: '75.00', held: '0.00' });

  const all = [];
  for (let n = 0; n < 20; n++) all.push(await at.packed('platform'));
  const stored = await at.kept();
  const requests = await Promise.all(all.map(({ id }) => at.makeQuietly(id, 'buyLabel')));
  expect(requests.every(({ success }) => success)).toBe(true);
  await at.scene.settled();
  const states = await Promise.all(all.map(async ({ id }) => (await at.shipment(id))['status']));
  expect(states.filter((status) => status === 'labelled')).toHaveLength(7);
  expect(states.filter((status) => status === 'packed')).toHaveLength(13);
  expect(await at.kept()).toBe(stored + 7);
  expect(await at.wallet()).toEqual({ available: '5.00', held: '70.00' });
}, 120_000);

const cents = (text: string): number => Math.round(Number(text) * 100);

// Last: from here on there is a second wallet.
test.each([
  ['nothing was quoted', '0.00', 'none', 'charged'],
  ['another currency was quoted than is taken', '23.40 CAD', 'released', 'released'],
])('%s: what the carrier takes is charged when the goods leave, and comes back', async (_, quoted, held, charged) => {
  await must(
    at.admin.post('/ledger/walletCredit', {
      forTenant: 1,
      amount: '50.00',
      currency: 'CAD',
      reference: `CAD ${quoted}`,
      reason: '充值到账',
    }),
  );
  await must(at.credit('100.00', `USD ${quoted}`));
  // Of dollars with what is held; nothing is ever held of the others.
  const inDollars = async (): Promise<number> => {
    const { records } = await must(
      at.admin.get<{ records: { currency: string; available: string; held: string }[] }>('/ledger/wallet/list'),
    );
    expect(records.find(({ currency }) => currency === 'CAD')?.held).toBe('0.00');
    const dollars = records.find(({ currency }) => currency === 'USD');
    return cents(dollars?.available ?? '') + cents(dollars?.held ?? '');
  };
  await priced(quoted, '12.50');
  const before = await inDollars();
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: held, cost: '12.50' }]);
  expect(await inDollars()).toBe(before);
  await must(at.make(id, 'ship'));
  expect(await at.labels(id)).toMatchObject([{ status: 'used', charge: charged }]);
  expect(await inDollars()).toBe(before - 1250);
  await must(
    at.admin.post(
      `/fulfilment/shipment/${id}/unship`,
      { reason: '没装车' },
      { 'idempotency-key': `unquoted ${quoted} 1` },
    ),
  );
  const [label] = await at.labels(id);
  await must(voidLabel(label?.id, `unquoted ${quoted} 2`));
  expect(await inDollars()).toBe(before);
});
