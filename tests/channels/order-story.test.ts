import { expect, test } from 'vitest';
import { look } from './shop.ts';
import { arrive, CHAIR, clerk, id, move, must, openChangedOrders, say, scene } from './changed-order.ts';

openChangedOrders();

interface Entry {
  kind: string;
  id: string;
  title: string;
  text: string | null;
  actor: string | null;
  changes: { title: string; before: string | null; after: string | null }[];
}
const story = async (who = clerk): Promise<{ entries: Entry[]; isCut: boolean }> =>
  (await who.get<{ entries: Entry[]; isCut: boolean }>('/desk/orderStory', { id })).result;

test('one story: who did what, what changed, what went to the channel, and its own words', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }], { shipSpeed: 'GROUND' });
  await must('hold', { reason: '等客户确认' });
  await must('release', { reason: '客户确认了' });
  await must('remark', { kind: 'internal', content: '客户要求周二送' });
  await say({ shipSpeed: 'NEXT_DAY' });
  await must('applyChange');
  await must('accept');
  const { entries, isCut } = await story();
  expect(isCut).toBe(false);
  const titles = entries.map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      '拉取订单',
      '挂起：人工',
      '解除：人工',
      '备注（内部）',
      '平台变更',
      '应用变更',
      '接单',
      '平台原文（平台接口）',
    ]),
  );
  expect(entries.find(({ kind }) => kind === 'task')).toBeDefined();
  expect(entries.find(({ kind }) => kind === 'remark')?.text).toBe('客户要求周二送');
  expect(entries.find(({ kind }) => kind === 'change')?.changes[0]).toMatchObject({
    before: 'GROUND',
    after: 'NEXT_DAY',
  });
  // Each is shown once.
  expect(titles.filter((title) => title === '备注')).toEqual([]);
  expect(new Set(entries.map((one) => `${one.kind} ${one.id}`)).size).toBe(entries.length);
});

test('the channel’s own words name the buyer to those alone who may see buyers', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }], {
    shipTo: { name: 'Ida Wells', address1: '12 Elm Street', city: 'Madison' },
  });
  const message = (await story()).entries.find(({ kind }) => kind === 'message');
  const read = async (who = clerk) =>
    (
      await who.get<{ text: string; isMasked: boolean }>('/channels/orderMessage', {
        id: message?.id ?? '',
      })
    ).result;
  const whole = await read();
  expect(whole.isMasked).toBe(false);
  expect(whole.text).toContain('Ida Wells');
  expect(whole.text).toContain(CHAIR);
  expect(whole.text).not.toMatch(/clientSecret|access_token/i);
  const packer = await scene.as('cangku');
  const masked = await read(packer);
  expect(masked.isMasked).toBe(true);
  expect(masked.text).not.toMatch(/Ida|Elm|Madison/);
  expect(masked.text).toContain(CHAIR);
  expect(JSON.stringify(await story(packer))).not.toMatch(/Ida|Elm|Madison/);
  // Nothing of it lies open in the database.
  const stored = await look(
    scene,
    (tx) => tx.rows<{ sealed: string }>`select sealed from order_message where tenant_id = ${tx.tenant}`,
  );
  expect(JSON.stringify(stored)).not.toContain('Ida Wells');
  expect((await move('cancel', { reason: '测试' })).success).toBe(true);
});

test('three hundred entries are shown, and what is more says so', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  await look(
    scene,
    (tx) => tx.run`insert into order_remark (tenant_id, id, order_id, kind, content, create_by, create_time)
      select ${tx.tenant}, gen_random_uuid(), ${id}::uuid, 'internal', 'note ' || n, 'test', ${tx.now}
      from generate_series(1, 400) n`,
  );
  const { entries, isCut } = await story();
  expect(entries).toHaveLength(300);
  expect(isCut).toBe(true);
});
