import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAll } from '#tests/channels/publish-answers.ts';
import {
  addTask,
  cell,
  fill,
  fix,
  goods,
  itemsIn,
  moveTask,
  readTask,
  refreshed,
  valueOf,
} from '#tests/channels/publish-scene.ts';
import { fault, openShop, type AuditFacts } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let accountId: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp();
  [clerk, admin] = await Promise.all([scene.as('yunying'), scene.as('admin')]);
  accountId = await openShop(scene, clerk);
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(async () => {
  expect(await scene.violations()).toEqual([]);
  await scene.stop();
});

/** Lets the marketplace decide, minute by minute. */
async function decided(id: string): Promise<string> {
  for (let at = 0; at < 30; at += 1) {
    const { status } = await readTask(clerk, id);
    if (status !== 'submitting' && status !== 'processing') return status;
    await scene.pass(60_000);
    await scene.settled();
  }
  return (await readTask(clerk, id)).status;
}

const auditOf = (): Promise<AuditFacts> => scene.sim<AuditFacts>('GET', '/audit');

test('S14: twenty SKUs, seven errors at cells, five of them put right at once, two at the SKU; two refused', async () => {
  covers('ours: publishing');
  const made = [];
  for (let at = 0; at < 20; at += 1) made.push(await goods(admin, productId, { cartons: at < 2 ? 0 : 1 }));
  const { id } = await must(
    addTask(
      clerk,
      accountId,
      made.map(({ skuId }) => skuId),
    ),
  );
  await answerAll(clerk, id, ['378114', 'shippingAndFulfillment::weight']);
  const items = itemsIn(await readTask(clerk, id));
  // Three colours are left out, two sizes are typed otherwise than the marketplace writes them.
  await must(
    fill(clerk, id, [
      ...items.slice(3).flatMap((item, at) => (at < 3 ? [] : [cell(item, '378114', 'Natural')])),
      ...items.slice(0, 3).map((item) => cell(item, '378114', 'Natural')),
      ...items.slice(6, 8).map((item) => cell(item, 'price::wholesalePrice', '1,199.50 USD')),
    ]),
  );
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('invalid');
  const judged = await readTask(clerk, id);
  const errors = itemsIn(judged).flatMap(({ flaws }) => flaws.filter(({ severity }) => severity === 'error'));
  expect(errors.map(({ code }) => code).toSorted()).toEqual([
    'cartonMissing',
    'cartonMissing',
    'form',
    'form',
    'required',
    'required',
    'required',
  ]);
  expect(judged.errorCount).toBe(7);

  const fixed = await must(fix(clerk, id));
  expect(fixed.fixed).toBe(5);
  expect(fixed.left.map(({ skuId, isAtSku }) => [skuId, isAtSku])).toEqual(
    made.slice(0, 2).map(({ skuId }) => [skuId, true]),
  );
  for (const { skuId } of made.slice(0, 2))
    await must(
      admin.post('/catalog/skuCarton/add', {
        skuId,
        cartonNo: 1,
        label: '整箱',
        lengthMm: 1000,
        widthMm: 500,
        heightMm: 610,
        grossWeightG: 9299,
        unitsPerCarton: 1,
      }),
    );
  expect((await must(fix(clerk, id))).left).toEqual([]);
  expect(valueOf(itemsIn(await readTask(clerk, id))[0], 'shippingAndFulfillment::weight')).toBe('20.5');
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('valid');

  const refused = items.slice(18).map(({ channelSku }) => channelSku);
  for (const part of refused)
    await scene.sim('POST', '/listings/refusals', {
      part,
      flaws: [{ attributeId: 'core::productName', flaw: 'Product name repeats another listing' }],
    });
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(await decided(id)).toBe('partial');
  const answered = await readTask(clerk, id);
  expect(answered).toMatchObject({ liveCount: 18, refusedCount: 2, errorCount: 2 });
  for (const item of itemsIn(answered).slice(18))
    expect(item.flaws.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ questionId: 'core::productName', source: 'platform' }),
    ]);
  const listings = await must(
    clerk.get<{ total: number }>('/channels/channelProduct/list', {
      skuId: made.map(({ skuId }) => skuId).join(','),
      status: 'live',
      mapStatus: 'mapped',
    }),
  );
  expect(listings.total).toBe(18);

  // Put right they go alone; then one of what stands there changes by its difference.
  for (const part of refused) await scene.sim('POST', '/listings/refusals', { part, flaws: [] });
  await must(moveTask(clerk, id, 'reopen'));
  await must(
    fill(
      clerk,
      id,
      itemsIn(await readTask(clerk, id))
        .slice(18)
        .map((item) => cell(item, 'core::productName', `Marlow Bed ${item.channelSku}`)),
    ),
  );
  await must(moveTask(clerk, id, 'validate'));
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(await decided(id)).toBe('live');
  await must(moveTask(clerk, id, 'update'));
  const [first] = itemsIn(await readTask(clerk, id));
  if (!first) throw new Error('twenty SKUs were chosen');
  await must(fill(clerk, id, [cell(first, '378114', 'Black')]));
  await must(moveTask(clerk, id, 'validate'));
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(await decided(id)).toBe('live');
  const shown = await scene.sim<{ changes: unknown[]; submissions: unknown[] }>(
    'GET',
    `/listings/${encodeURIComponent(first.channelSku)}`,
  );
  expect([shown.submissions.length, shown.changes.length]).toEqual([1, 1]);
  expect((await auditOf()).violations).toEqual([]);
});

test('an answer lost after the marketplace took it: looked up there, and one submission of each part', async () => {
  const { skuId } = await goods(admin, productId);
  const { id } = await must(addTask(clerk, accountId, [skuId]));
  await answerAll(clerk, id);
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('valid');
  await fault(scene, { fault: 'timeout-after-commit', match: { operation: 'submitV2', times: 1 } });
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(await decided(id)).toBe('live');
  const [item] = itemsIn(await readTask(clerk, id));
  const shown = await scene.sim<{ submissions: unknown[] }>(
    'GET',
    `/listings/${encodeURIComponent(item?.channelSku ?? '')}`,
  );
  expect(shown.submissions).toHaveLength(1);
  expect((await auditOf()).violations).toEqual([]);
});

test('the class asks something more under a draft', async () => {
  const { skuId } = await goods(admin, productId);
  const { id } = await must(addTask(clerk, accountId, [skuId]));
  await answerAll(clerk, id);
  await must(moveTask(clerk, id, 'validate'));
  await scene.sim('POST', '/listings/questions', {
    classId: '12',
    added: { id: '380299', displayName: 'Headboard Included', choices: ['Yes', 'No'] },
  });
  const { isChanged, changes } = await must(refreshed(clerk, id));
  expect(isChanged).toBe(true);
  expect(changes.added.map(({ questionId }) => questionId)).toEqual(['380299']);
  expect(await readTask(clerk, id)).toMatchObject({ status: 'draft', isFormChanged: true });
});
