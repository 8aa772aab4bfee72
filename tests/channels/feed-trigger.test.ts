import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueuePulls } from '#modules/channels/server/due-pulls.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { look, openShop, pull, type Page } from './shop.ts';

/** A pull or a push shows what set it off, and who asked for it by hand. */

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());

const newest = async (list: 'pullRun' | 'stockPush'): Promise<Record<string, unknown>> =>
  (await must(clerk.get<Page<Record<string, unknown>>>(`/channels/${list}/list`))).records[0] ?? {};

test('a shop that is opened pulls and pushes by itself', async () => {
  expect(await newest('pullRun')).toMatchObject({
    trigger: 'authorized',
    trigger_dictText: '授权恢复',
  });
  expect(await newest('stockPush')).toMatchObject({ trigger: 'authorized', askedBy: null });
});

test('a pull by hand names who asked, a scheduled one its schedule', async () => {
  await pull(scene, clerk);
  expect(await newest('pullRun')).toMatchObject({ trigger: 'manual', createBy: 'yunying' });
  await scene.pass(3_600_000);
  await enqueuePulls(scene.app.db, scene.now());
  await scene.settled();
  expect(await newest('pullRun')).toMatchObject({ trigger: 'schedule', createBy: '系统' });
});

test('a push by hand names who asked, one after a change of stock nobody', async () => {
  await addStock(scene, await scene.as('cangku'), STOOL, 3);
  expect(await newest('stockPush')).toMatchObject({ trigger: 'stock', askedBy: null });
  await scene.pass(60_000);
  // What the channel shows has drifted from what it was sent.
  await look(scene, (tx) => tx.run`update channel_stock set qty = qty + 1 where tenant_id = ${tx.tenant}`);
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`));
  await scene.settled();
  expect(await newest('stockPush')).toMatchObject({ trigger: 'manual', askedBy: 'yunying' });
});
