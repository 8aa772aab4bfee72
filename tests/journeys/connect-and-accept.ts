import { expect } from 'vitest';
import { LEGACY_PART_NUMBERS } from '#simulator/catalogue.ts';
import {
  clerk,
  facts,
  numbersOf,
  orders,
  scene,
  type Batch,
  type OrderRow,
  type Page,
  type Scenario,
} from './first-journey.ts';

/** S1, S2: connect, pull 30, clear the holds, accept what can be accepted, one ack fails and is retried. */
export async function connectAndAccept(): Promise<void> {
  const tested = await clerk.post<{ ok: boolean }>(`/channels/account/${scene.seller.accountId}/test`);
  expect(tested.success, tested.message).toBe(true);
  // The first pull comes with the connection; one that is asked for while it runs is the same pull.
  await scene.settled();
  const planted = await scene.sim<Scenario>('POST', '/seed', { scenario: 's2', seed: 7 });
  expect((await clerk.post(`/channels/account/${scene.seller.accountId}/pull`)).success).toBe(true);
  await scene.settled();

  const pulled = await orders({ tab: 'pending' });
  expect(pulled).toHaveLength(28);
  const held = (type: string): string[] =>
    pulled
      .filter((order) => order.holds.includes(type))
      .map((order) => order.channelOrderNo)
      .sort();
  expect(held('unmapped')).toEqual(numbersOf(planted.unmapped));
  expect(held('priceMismatch')).toEqual(numbersOf(planted.priceMismatch));
  expect(held('address')).toEqual([...planted.badAddress].sort());
  expect(held('outOfStock')).toEqual(numbersOf(planted.outOfStock));
  expect(await scene.violations()).toEqual([]);

  // A second pull finds the same orders and changes nothing.
  await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  await scene.settled();
  expect(await orders({ tab: 'pending' })).toHaveLength(28);

  await mapLegacyParts();
  await clearOtherHolds(pulled, planted);

  const ready = await orders({ tab: 'pending' });
  const preview = await clerk.post<Batch>('/orders/salesOrder/batch/accept', {
    ids: ready.map((order) => order.id),
    dryRun: true,
  });
  expect(preview.result).toMatchObject({ total: 28, ok: 26, failed: 2 });
  expect(preview.result.rows.filter((row) => !row.ok).map((row) => row.message)).toEqual([
    '订单有未处理的挂起：缺货',
    '订单有未处理的挂起：缺货',
  ]);

  // One acknowledgement fails at the channel and is tried again.
  await scene.sim('POST', '/faults', {
    plan: [{ fault: '500', match: { operation: 'accept', nth: 3, times: 1 } }],
  });
  const accepted = await clerk.post<Batch>('/orders/salesOrder/batch/accept', {
    filter: { tab: 'pending' },
  });
  expect(accepted.result).toMatchObject({ total: 28, ok: 26, failed: 2 });
  await scene.settled();
  const shipping = await orders({ tab: 'shipping' });
  expect(shipping).toHaveLength(26);
  expect(new Set(shipping.map((order) => order.status))).toEqual(new Set(['ready']));

  const audit = await facts();
  expect(audit.violations).toEqual([]);
  const accepts = shipping.map((order) => audit.facts[order.channelOrderNo]?.['acceptEffects']);
  expect(new Set(accepts)).toEqual(new Set([1]));
  expect(await scene.violations()).toEqual([]);
}

/** Mapping the three listings releases their orders by itself. */
async function mapLegacyParts(): Promise<void> {
  const waiting = await clerk.get<Page<{ id: string; channelSku: string; version: number }>>(
    '/channels/channelProduct/list',
    { mapStatus: 'unmapped', pageSize: '50' },
  );
  expect(waiting.result.records.map((row) => row.channelSku).sort()).toEqual(Object.keys(LEGACY_PART_NUMBERS).sort());
  for (const row of waiting.result.records) {
    const part = LEGACY_PART_NUMBERS[row.channelSku] as string;
    const mapped = await clerk.put('/channels/channelProduct/edit', {
      id: row.id,
      version: row.version,
      skuId: scene.seller.skus[part],
    });
    expect(mapped.success, mapped.message).toBe(true);
  }
  expect((await orders({ tab: 'pending' })).filter((order) => order.holds.includes('unmapped'))).toEqual([]);
}

/** Finance lets the price pass, the clerk mends the postcode. */
async function clearOtherHolds(pulled: OrderRow[], planted: Scenario): Promise<void> {
  const idOf = (po: string | undefined): string => pulled.find((order) => order.channelOrderNo === po)?.id ?? '';
  const finance = await scene.as('caiwu');
  const refused = await clerk.post(`/orders/salesOrder/${idOf(planted.priceMismatch[0]?.poNumber)}/acceptPrice`, {});
  expect(refused.status).toBe(403);
  const passed = await finance.post(`/orders/salesOrder/${idOf(planted.priceMismatch[0]?.poNumber)}/acceptPrice`, {
    reason: '促销价，已确认',
  });
  expect(passed.success, passed.message).toBe(true);
  const bad = idOf(planted.badAddress[0]);
  const detail = await clerk.get<Record<string, string>>('/orders/salesOrder/queryById', {
    id: bad,
  });
  const address = Object.fromEntries(Object.entries(detail.result).filter(([key]) => key.startsWith('shipTo')));
  const still = await clerk.post(`/orders/salesOrder/${bad}/correctAddress`, address);
  expect(still).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToPostalCode', message: '邮编不正确：9021' }] },
  });
  const mended = await clerk.post(`/orders/salesOrder/${bad}/correctAddress`, {
    ...address,
    shipToState: 'TX',
    shipToPostalCode: '78701',
  });
  expect(mended.success, mended.message).toBe(true);
}
