import { expect, test } from 'vitest';
import { ordersOf, place, pull, type Page } from './shop.ts';
import {
  arrive,
  CHAIR,
  clerk,
  finance,
  id,
  move,
  must,
  NEW_JERSEY,
  openChangedOrders,
  po,
  read,
  scene,
} from './changed-order.ts';

openChangedOrders();

const HOME = {
  name: 'Ida Wells',
  address1: '12 Elm Street',
  address2: 'Unit 1',
  city: 'Madison',
  state: 'WI',
  postalCode: '53703',
  country: 'US',
};

interface Advice {
  isMasked: boolean;
  findings: { part: string; level: string; reason: string }[];
  suggestions: { patch: Record<string, string>; reason: string; source: string }[];
}
const advice = async (who = clerk): Promise<Advice> =>
  (await who.get<Advice>('/orders/salesOrder/addressAdvice', { id })).result;

test('a postcode of another state holds the order; its suggestion is taken, and what stood there is kept', async () => {
  const order = await arrive([{ partNumber: CHAIR, quantity: 1 }], {
    shipTo: { ...HOME, state: 'NY' },
  });
  expect(order.holds).toContain('address');
  expect(order.lines.orderHold.find(({ type }) => type === 'address')?.detail).toBe('邮编与州不符：邮编属于 WI');
  const found = await advice();
  expect(found.suggestions).toMatchObject([
    { patch: { state: 'WI' }, reason: '53703 → WI，不是 NY', source: '内置规则' },
  ]);
  // Whoever may not see buyers hears what is odd, and nothing that quotes them.
  const packer = await scene.as('cangku');
  expect(await advice(packer)).toMatchObject({ isMasked: true, suggestions: [] });
  expect(JSON.stringify(await advice(packer))).not.toContain('53703');
  expect((await move('adoptAddress', { patch: { state: 'WI' } }, finance)).status).toBe(403);
  expect((await move('adoptAddress', { patch: { status: 'x' } })).status).toBe(422);
  expect((await move('adoptAddress', { patch: { city: '' } })).status).toBe(422);
  const [suggestion] = found.suggestions;
  const after = await must('adoptAddress', {
    patch: suggestion?.patch,
    source: suggestion?.source,
  });
  expect(after.holds).not.toContain('address');
  const corrected = after.changes.flatMap(({ summary, items }) =>
    items.map(({ field, before, after: now }) => [summary, field, before, now]),
  );
  expect(corrected).toEqual([['采用建议（内置规则）（州/省）', 'shipTo.state', 'NY', 'WI']]);
});

/** Two orders for one door with the same goods. @returns their ids, the held one last */
async function twins(): Promise<[string, string]> {
  const shipTo = { ...HOME, name: `Twin ${po}` };
  const lines = [{ partNumber: CHAIR, quantity: 1 }];
  const made = await place(scene, [
    { warehouseId: NEW_JERSEY, lines, shipTo },
    { warehouseId: NEW_JERSEY, lines, shipTo },
  ]);
  await pull(scene, clerk);
  const found = [];
  for (const { poNumber } of made) found.push(...(await ordersOf(clerk, { channelOrderNo: poNumber })));
  const held = found.find(({ holds }) => holds.includes('duplicate'));
  expect(held, JSON.stringify([made, found])).toBeDefined();
  const other = found.find(({ holds }) => !holds.includes('duplicate'));
  return [other?.id ?? '', held?.id ?? ''];
}
const holdsOf = async (orderId: string): Promise<string[]> =>
  (await clerk.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id: orderId })).result.holds;
const cancel = (orderId: string) => clerk.post(`/orders/salesOrder/${orderId}/cancel`, { reason: '测试结束' });

test('the other of two doubles is cancelled in one step, and this one is free', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  const [other, held] = await twins();
  expect(await holdsOf(held)).toContain('duplicate');
  expect((await cancel(other)).success).toBe(true);
  expect(await holdsOf(held)).not.toContain('duplicate');
  await cancel(held);
});

test('two that were said to be two are never asked about again', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  const [other, held] = await twins();
  const answers = await clerk.post(`/orders/salesOrder/${held}/notDuplicate`, {
    reason: '买家要两套',
  });
  expect(answers.success, answers.message).toBe(true);
  // Cancelled and wanted again, an order is judged like one that arrives.
  for (const one of [held, other]) {
    await cancel(one);
    const again = await clerk.post(`/orders/salesOrder/${one}/reopen`, { reason: '买家又要了' });
    expect(again.success, again.message).toBe(true);
    expect(await holdsOf(one)).not.toContain('duplicate');
  }
  await cancel(other);
  await cancel(held);
});

test('a shop that forbids it says so before anybody types', async () => {
  const setSplit = async (allowSplit: boolean): Promise<void> => {
    const { accountId } = scene.seller;
    const shop = await clerk.get<{ version: number }>('/base/channelAccount/queryById', {
      id: accountId,
    });
    const body = { id: accountId, version: shop.result.version, allowSplit };
    const edited = await (await scene.as('admin')).put('/base/channelAccount/edit', body);
    expect(edited.success, JSON.stringify(edited)).toBe(true);
  };
  await setSplit(false);
  await arrive([{ partNumber: CHAIR, quantity: 2 }]);
  const { result } = await clerk.get<Page<{ barred: Record<string, string> }>>('/orders/salesOrder/list', {
    channelOrderNo: po,
  });
  expect(result.records[0]?.barred.split).toContain('不允许拆分发货');
  expect(await read()).toMatchObject({ barred: { split: expect.stringContaining('不允许') } });
  await setSplit(true);
  expect(await read()).toMatchObject({ barred: {} });
});

test('every truth holds after all of this', async () => {
  expect(await scene.violations()).toEqual([]);
});
