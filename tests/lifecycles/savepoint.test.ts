import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { acceptOrder, holdOrder } from '#modules/orders/server/index.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock } from '#tests/races/goods.ts';
import { must, newOrder, STOOL } from './one-of-each.ts';

/** What is refused within a transaction leaves nothing of itself, and all that stood before it. */

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await addStock(scene, await scene.as('cangku'), STOOL, 100);
});
afterAll(() => scene?.stop());

const counts = () => must(clerk.get('/orders/salesOrder/counts'));
const stepsOf = async (id: string): Promise<string[]> =>
  (await must(clerk.get<{ move: string }[]>(`/orders/salesOrder/${id}/history`))).map(({ move }) => move);

test('a part that is refused is in no history, no tab and no count', async () => {
  const stored = await newOrder(scene, clerk);
  const undone = await newOrder(scene, clerk, { shipTo: { address2: '2' } });
  const before = await counts();
  const stepsBefore = await stepsOf(undone.id);
  const answers = await look(scene, async (tx) => {
    await moveInTransaction(tx, holdOrder, [stored.id], { reason: '先核对' });
    return underSavepoint(tx, async () => {
      await moveInTransaction(tx, acceptOrder, [undone.id]);
      throw new Refusal('test.no', '不行');
    });
  });
  expect(answers).toMatchObject({ message: '不行' });
  expect(await stepsOf(undone.id)).toEqual(stepsBefore);
  expect(await stepsOf(stored.id)).toContain('hold');
  expect(await counts()).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('a part within a part goes back to its own beginning, and the outer one to its own', async () => {
  const { id } = await newOrder(scene, clerk, { shipTo: { address2: '4' } });
  const before = await stepsOf(id);
  const read = () => must(clerk.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id }));
  const answers = await look(scene, (tx) =>
    underSavepoint(tx, async () => {
      await moveInTransaction(tx, holdOrder, [id], { reason: '先核对' });
      const inner = await underSavepoint(tx, () => Promise.reject(new Refusal('test.no', '里面')));
      expect(inner).toBeInstanceOf(Refusal);
      throw new Refusal('test.no', '外面');
    }),
  );
  expect(answers).toMatchObject({ message: '外面' });
  expect((await read()).holds).not.toContain('manual');
  expect(await stepsOf(id)).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('what is no refusal undoes the whole', async () => {
  const { id } = await newOrder(scene, clerk, { shipTo: { address2: '3' } });
  const before = await stepsOf(id);
  const failing = look(scene, async (tx) => {
    await moveInTransaction(tx, holdOrder, [id], { reason: '先核对' });
    return underSavepoint(tx, () => Promise.reject(new Error('broken')));
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await stepsOf(id)).toEqual(before);
});
