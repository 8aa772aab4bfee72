import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look } from '#tests/channels/shop.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';

/** Orders of one line: quantity, price, and what they come to by the places of the currency. */
const ORDERS = [
  { currency: 'JPY', qty: 3, unitPrice: '100.5', total: '302', minor: '302' },
  { currency: 'USD', qty: 2, unitPrice: '151.005', total: '302.01', minor: '30201' },
  { currency: 'KWD', qty: 3, unitPrice: '100.6785', total: '302.036', minor: '302036' },
] as const;

let scene: TestApp;
let admin: Client;
const ids = new Map<string, string>();

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const [skuId] = Object.values(scene.seller.skus);
  for (const { currency, qty, unitPrice } of ORDERS) {
    const made = await must(
      admin.post<{ id: string }>('/orders/salesOrder/add', {
        accountId: scene.seller.accountId,
        ...ADDRESS,
        currency,
        lines: [{ skuId, qty, unitPrice }],
      }),
    );
    ids.set(currency, made.id);
  }
});
afterAll(() => scene?.stop());

describe.each(ORDERS)('$currency', ({ currency, total, minor }) => {
  test('is calculated, stored and shown with its places', async () => {
    const id = ids.get(currency) as string;
    const order = await must(admin.get<{ total: string }>('/orders/salesOrder/queryById', { id }));
    expect(order.total).toBe(total);
    const [row] = await look(
      scene,
      (tx) => tx.rows<{ total: string }>`
        select total::text from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
    expect(row?.total).toBe(minor);
  });

  test('is found by the amount as people write it, and by no other', async () => {
    const found = async (query: Record<string, string>): Promise<string[]> => {
      const page = await must(
        admin.get<{ records: { id: string }[] }>('/orders/salesOrder/list', {
          ...query,
          pageSize: '100',
        }),
      );
      const known = new Map([...ids].map(([code, id]) => [id, code]));
      return page.records.flatMap(({ id }) => known.get(id) ?? []).sort();
    };
    expect(await found({ total: total })).toEqual([currency]);
    expect(await found({ total_begin: total, total_end: total })).toEqual([currency]);
    // In minor units each of them is far from the others.
    expect(await found({ total_begin: '302', total_end: '302.1' })).toEqual(['JPY', 'KWD', 'USD']);
    expect(await found({ total: minor })).toEqual(currency === 'JPY' ? ['JPY'] : []);
  });
});
