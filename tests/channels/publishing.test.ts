import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { answerAll } from './publish-answers.ts';
import { openShop } from './shop.ts';
import {
  addTask,
  BED_QUESTIONS,
  cell,
  fill,
  fix,
  goods,
  handy,
  itemsIn,
  market,
  moveTask,
  publisher,
  readTask,
  readyTask,
  refreshed,
  valueOf,
} from './publish-scene.ts';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let productId: string;
let accountId: string;

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [publisher, handy] } });
  [clerk, admin] = await Promise.all([scene.as('yunying'), scene.as('admin')]);
  accountId = await openShop(scene, clerk);
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
beforeEach(() => market.reset());
afterAll(async () => {
  expect(await scene.violations()).toEqual([]);
  await scene.stop();
});

const one = async (more: Parameters<typeof goods>[2] = {}): Promise<string> =>
  (await goods(admin, productId, more)).skuId;

interface Submission {
  status: string;
  submitted: string;
  error: string | null;
  payloadHash: string;
}

/** What stands of a task under 数据提交, and what it said. */
async function submissionOf(feedNo: string): Promise<Record<string, unknown> | undefined> {
  const page = await must(
    clerk.get<{ records: Record<string, unknown>[] }>('/channels/feed/list', { type: 'publish', feedNo }),
  );
  return page.records[0];
}
async function submittedIn(feedNo: string): Promise<Submission[]> {
  return (await must(clerk.get<{ records: Submission[] }>('/channels/feedItem/list', { type: 'publish', feedNo })))
    .records;
}

/** Lets the marketplace be asked until it has been silent for so long. */
async function wait(ms: number): Promise<void> {
  await scene.pass(ms);
  await scene.settled();
}

test('the draft begins with what our own data answer, in the units of the marketplace', async () => {
  const { skuId, skuCode } = await goods(admin, productId, { cartons: 2, upc: '036000291452' });
  const { id } = await must(addTask(clerk, accountId, [skuId]));
  const task = await readTask(clerk, id);
  const [item] = itemsIn(task);
  expect(task.status).toBe('draft');
  expect(valueOf(item, 'core::supplierPartNumber')).toBe(skuCode);
  expect(valueOf(item, 'core::universalProductCode')).toBe('036000291452');
  expect(valueOf(item, 'shippingAndFulfillment::weight', 1)).toBe('20.5');
  expect(valueOf(item, 'shippingAndFulfillment::weight', 2)).toBe('20.5');
  expect(valueOf(item, 'shippingAndFulfillment::height', 1)).toBe('24');
  // Nobody has said a price.
  expect(valueOf(item, 'price::wholesalePrice')).toBeUndefined();
});

test('goods without an English name begin without one, which is asked for at its cell until it is there', async () => {
  const product = { spuCode: 'NAMELESS', name: '没有英文名的床' };
  const { id: nameless } = await must(admin.post<{ id: string }>('/catalog/product/add', product));
  const { skuId, skuCode } = await goods(admin, nameless);
  const { id } = await must(addTask(clerk, accountId, [skuId, await one()]));
  const task = await readTask(clerk, id);
  const [item, other] = itemsIn(task);
  expect(valueOf(item, 'core::productName')).toBeUndefined();
  expect(item?.flaws).toMatchObject([{ questionId: 'core::productName', code: 'nameMissing', severity: 'error' }]);
  expect(item?.flaws[0]?.message).toContain(`${skuCode} 没有英文名称`);
  expect(other?.flaws).toEqual([]);
  expect(task.errorCount).toBe(1);
  await must(admin.post('/catalog/product/edit', { id: nameless, nameEn: 'Halden Bed' }));
  await must(fix(clerk, id));
  expect(valueOf(itemsIn(await readTask(clerk, id))[0], 'core::productName')).toBe('Halden Bed');
});

test('errors stand at their cells, 一键修正 fills what follows, and no carton leads to the SKU', async () => {
  const [whole, bare] = [await one(), await one({ cartons: 0 })];
  const { id } = await must(addTask(clerk, accountId, [whole, bare]));
  const [first, second] = itemsIn(await readTask(clerk, id));
  if (!first || !second) throw new Error('two SKUs were chosen');
  await must(
    fill(clerk, id, [
      cell(first, '4170', ' queen '),
      cell(first, 'price::wholesalePrice', '$ 1,99'),
      cell(second, 'price::wholesalePrice', '199.99'),
      cell(first, '900', 'Yes'),
    ]),
  );
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('invalid');
  const judged = await readTask(clerk, id);
  const codes = itemsIn(judged).map(({ flaws }) =>
    flaws.filter(({ severity }) => severity === 'error').map(({ questionId, code }) => [questionId, code]),
  );
  expect(codes[0]).toEqual(
    expect.arrayContaining([
      ['price::wholesalePrice', 'decimal'],
      // Asked because of the answer above it.
      ['901', 'required'],
    ]),
  );
  expect(codes[1]).toEqual(
    expect.arrayContaining([
      ['shippingAndFulfillment::weight', 'cartonMissing'],
      ['4170', 'required'],
    ]),
  );
  expect(judged.errorCount).toBe(codes.flat().length);

  await must(fill(clerk, id, [cell(first, 'price::wholesalePrice', '199.99 USD'), cell(first, '901', '2')]));
  const answer = await must(fix(clerk, id));
  const fixed = await readTask(clerk, id);
  expect(valueOf(itemsIn(fixed)[0], 'price::wholesalePrice')).toBe('199.99');
  expect(valueOf(itemsIn(fixed)[0], '4170')).toBe('Queen');
  expect(valueOf(itemsIn(fixed)[1], '4170')).toBe('Does Not Apply');
  expect(answer.left.map(({ skuId, isAtSku }) => [skuId, isAtSku])).toEqual([
    [bare, true],
    [bare, true],
  ]);
  expect((await moveTask(clerk, id, 'submit')).success).toBe(false);
});

test('SKUs go out once, what stands there is a listing of the shop, and one of two is refused at its cell', async () => {
  const [good, bad] = [await one(), await one()];
  const task = await readyTask(clerk, accountId, [good, bad]);
  expect(task.status).toBe('valid');
  const [goodPart, badPart] = itemsIn(task).map(({ channelSku }) => channelSku);
  market.verdicts.set(badPart ?? '', {
    state: 'refused',
    flaws: [
      { questionId: '4170', rank: 1, instance: 1, severity: 'error', code: 'BAD_SIZE', message: 'Size is wrong' },
    ],
  });
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  const answered = await readTask(clerk, task.id);
  expect(answered).toMatchObject({ status: 'partial', liveCount: 1, refusedCount: 1, errorCount: 1 });
  const [live, refused] = itemsIn(answered);
  expect(refused).toMatchObject({ state: 'refused', channelProductId: null });
  expect(refused?.flaws[0]).toMatchObject({ questionId: '4170', code: 'BAD_SIZE', source: 'platform' });
  expect(await submissionOf(answered.taskNo)).toMatchObject({
    type: 'publish',
    status: 'partial',
    items: 2,
    ok: 1,
    failed: 1,
    isOpen: true,
    publishTaskId: task.id,
  });
  const sent = await submittedIn(answered.taskNo);
  expect(sent.map(({ submitted, status }) => [submitted, status]).sort()).toEqual(
    [
      [goodPart, 'accepted'],
      [badPart, 'rejected'],
    ].sort(),
  );
  expect(sent.find(({ status }) => status === 'rejected')?.error).toContain('Size is wrong');
  const listing = await must(
    clerk.get<Record<string, unknown>>('/channels/channelProduct/queryById', { id: live?.channelProductId ?? '' }),
  );
  expect(listing).toMatchObject({ channelSku: goodPart, skuId: good, mapStatus: 'mapped', status: 'live' });
  expect(Number(listing['basePrice'])).toBe(199.99);

  // Put right, only the refused one goes out again.
  market.verdicts.clear();
  await must(moveTask(clerk, task.id, 'reopen'));
  // What is put right was refused all the same, and waits for nobody else.
  expect(await submissionOf(answered.taskNo)).toMatchObject({ status: 'partial', ok: 1, failed: 1, isOpen: false });
  const again = itemsIn(await readTask(clerk, task.id))[1];
  await must(fill(clerk, task.id, again ? [cell(again, '4170', 'Twin')] : []));
  await must(moveTask(clerk, task.id, 'validate'));
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(await submissionOf(answered.taskNo)).toMatchObject({ status: 'done', ok: 2, failed: 0, isOpen: false });
  const resent = await submittedIn(answered.taskNo);
  const hashOf = (some: readonly Submission[], part: string | undefined): string | undefined =>
    some.find(({ submitted }) => submitted === part)?.payloadHash;
  expect(hashOf(resent, goodPart)).toBe(hashOf(sent, goodPart));
  expect(hashOf(resent, badPart)).not.toBe(hashOf(sent, badPart));
  expect(market.submissions.map(({ listings }) => listings.map(({ channelSku }) => channelSku))).toEqual([
    [goodPart, badPart],
    [badPart],
  ]);
  expect(market.updates).toEqual([]);
});

test('goods that somebody has paired with the part meanwhile stay with it', async () => {
  const [ours, theirs] = [await one(), await one()];
  const task = await readyTask(clerk, accountId, [ours]);
  const channelSku = itemsIn(task)[0]?.channelSku ?? '';
  const { id } = await must(
    clerk.post<{ id: string }>('/channels/channelProduct/add', { accountId, channelSku, skuId: theirs }),
  );
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(await must(clerk.get('/channels/channelProduct/queryById', { id }))).toMatchObject({
    skuId: theirs,
    mapStatus: 'mapped',
    status: 'live',
  });
});

test('what stands there changes by its differences alone, and its price not here', async () => {
  const task = await readyTask(clerk, accountId, [await one(), await one()]);
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  await must(moveTask(clerk, task.id, 'update'));
  // Whoever wants no change after all hands over what stands there: nothing goes out.
  for (const move of ['validate', 'submit']) await must(moveTask(clerk, task.id, move));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(market.updates).toEqual([]);
  await must(moveTask(clerk, task.id, 'update'));
  const [first] = itemsIn(await readTask(clerk, task.id));
  if (!first) throw new Error('two SKUs were chosen');
  const refusal = await fill(clerk, task.id, [cell(first, 'price::wholesalePrice', '1')]);
  expect(refusal).toMatchObject({ status: 422, message: expect.stringContaining('定价') });
  await must(
    fill(clerk, task.id, [cell(first, '4170', 'Twin'), cell(first, 'media::imageValue', ['https://p.example/1.jpg'])]),
  );
  await must(moveTask(clerk, task.id, 'validate'));
  market.problems = [
    { channelSku: first.channelSku, questionId: '4170', code: 'NO_TWIN', message: 'Twin is not offered' },
  ];
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  expect(market.submissions).toHaveLength(1);
  expect(market.updates.map(({ changes }) => changes)).toEqual([
    [
      {
        channelSku: first.channelSku,
        classId: '12',
        title: null,
        answers: [{ questionId: '4170', values: ['Twin'] }],
        media: [{ url: 'https://p.example/1.jpg', action: 'upload', isLead: true }],
      },
    ],
  ]);
  const refused = await readTask(clerk, task.id);
  expect(refused.status).toBe('partial');
  expect(itemsIn(refused)[0]?.flaws[0]).toMatchObject({ questionId: '4170', code: 'NO_TWIN' });
});

test('pictures of many SKUs go call by call, so that none is sent again for another that failed', async () => {
  const skus = [];
  for (let at = 0; at < 9; at += 1) skus.push(await one());
  const task = await readyTask(clerk, accountId, skus);
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  await must(moveTask(clerk, task.id, 'update'));
  const items = itemsIn(await readTask(clerk, task.id));
  const urls = (at: number): string[] => [1, 2, 3, 4].map((n) => `https://p.example/${at}-${n}.jpg`);
  await must(
    fill(
      clerk,
      task.id,
      items.map((item, at) => cell(item, 'media::imageValue', urls(at))),
    ),
  );
  await must(moveTask(clerk, task.id, 'validate'));
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  const calls = market.updates.map(({ changes }) => changes.flatMap(({ media }) => media.map(({ url }) => url)));
  for (const pictures of calls) expect(pictures.length).toBeLessThanOrEqual(30);
  expect(calls.flat().toSorted()).toEqual(items.flatMap((_item, at) => urls(at)).toSorted());
  expect((await readTask(clerk, task.id)).status).toBe('live');
});

test('an answer that was lost is looked up, and nothing goes out twice', async () => {
  const task = await readyTask(clerk, accountId, [await one()]);
  market.losesAnswer = true;
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  await wait(3_600_000);
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(market.submissions).toHaveLength(1);
});

test('what the marketplace never heard is not sent again without a person', async () => {
  const task = await readyTask(clerk, accountId, [await one()]);
  market.losesQuestion = true;
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  for (let at = 0; at < 20; at += 1) await wait(900_000);
  const stuck = await readTask(clerk, task.id);
  expect(stuck).toMatchObject({ status: 'submitting', outcome: expect.stringContaining('未知') });
  expect(market.submissions).toEqual([]);
  const { id: delivery } = await firstOf<{ id: string }>(admin, '/desk/delivery/list', { status: 'dead' });
  await must(admin.post(`/desk/delivery/${delivery}/retry`));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(market.submissions).toHaveLength(1);
});

test('a marketplace that takes its time is asked now and then, says so, and after a day is a to-do', async () => {
  const task = await readyTask(clerk, accountId, [await one()]);
  market.isBusy = true;
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('processing');
  expect((await moveTask(clerk, task.id, 'acknowledge')).success).toBe(false);
  await wait(26 * 3_600_000);
  expect((await readTask(clerk, task.id)).outcome).toMatch(/已等待 \d\d 小时/);
  market.isBusy = false;
  await wait(300_000);
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect(market.submissions).toHaveLength(1);
});

test('a class that changed its questions under a draft: said, answers kept, judged once more', async () => {
  const task = await readyTask(clerk, accountId, [await one()], { classId: '628', classTitle: 'Kitchen Sinks' });
  market.questions = [
    ...BED_QUESTIONS.filter(({ id }) => id !== 'core::universalProductCode' && id !== 'media::imageValue').map(
      (asked) =>
        asked.id === '4170' ? { ...asked, choices: asked.choices.filter(({ key }) => key !== 'Queen') } : asked,
    ),
    {
      id: '777',
      title: 'Assembly Required',
      description: null,
      answer: 'choice',
      isMultiple: false,
      isPerCarton: false,
      importance: 'required',
      choices: [
        { key: 'Yes', title: 'Yes' },
        { key: 'No', title: 'No' },
      ],
      askedWhen: null,
      children: [],
    },
  ];
  const { isChanged, changes } = await must(refreshed(clerk, task.id));
  expect(isChanged).toBe(true);
  expect(changes.added).toEqual([{ questionId: '777', title: 'Assembly Required', isRequired: true }]);
  expect(changes.gone.map(({ questionId }) => questionId)).toEqual(['core::universalProductCode', 'media::imageValue']);
  expect(changes.changed).toEqual([{ questionId: '4170', title: 'Bed Size', what: '少了 1 个选项' }]);
  const drafted = await readTask(clerk, task.id);
  expect(drafted).toMatchObject({ status: 'draft', isFormChanged: true });
  expect(valueOf(itemsIn(drafted)[0], '4170')).toBe('Queen');
  expect((await moveTask(clerk, task.id, 'submit')).success).toBe(false);
  expect((await moveTask(clerk, task.id, 'validate')).result.state).toBe('invalid');
  const codes = itemsIn(await readTask(clerk, task.id))[0]?.flaws.map(({ questionId, code }) => [questionId, code]);
  expect(codes).toEqual(
    expect.arrayContaining([
      ['4170', 'choice'],
      ['777', 'required'],
    ]),
  );
  const [item] = itemsIn(await readTask(clerk, task.id));
  await must(fill(clerk, task.id, item ? [cell(item, '4170', 'Twin'), cell(item, '777', 'no')] : []));
  await must(moveTask(clerk, task.id, 'validate'));
  expect(await readTask(clerk, task.id)).toMatchObject({ status: 'valid', isFormChanged: false, formChanges: null });
});

test('a price below the floor stops the draft at its cell', async () => {
  const task = await readyTask(clerk, accountId, [await one({ cost: '150' })]);
  const [item] = itemsIn(task);
  if (!item) throw new Error('one SKU was chosen');
  await must(fill(clerk, task.id, [cell(item, 'price::wholesalePrice', '10')]));
  expect((await moveTask(clerk, task.id, 'validate')).result.state).toBe('invalid');
  const [judged] = itemsIn(await readTask(clerk, task.id));
  expect(judged?.flaws.filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({
      questionId: 'price::wholesalePrice',
      code: 'priceFloor',
      message: expect.stringContaining('低于底价'),
    }),
  ]);
  expect((await moveTask(clerk, task.id, 'submit')).success).toBe(false);
  expect(market.submissions).toEqual([]);
});

test('a SKU stands in one task of a shop and storefront, until that is given up', async () => {
  const skuId = await one();
  const { id } = await must(addTask(clerk, accountId, [skuId]));
  expect(await addTask(clerk, accountId, [skuId])).toMatchObject({
    status: 422,
    message: expect.stringContaining('已有刊登单'),
  });
  await must(addTask(clerk, accountId, [skuId], { storefront: 'wayfair_uk' }));
  await must(moveTask(clerk, id, 'withdraw'));
  await must(addTask(clerk, accountId, [skuId]));
});

test('what is ended here is ended as a listing, and stands again with 重新上架', async () => {
  const task = await readyTask(clerk, accountId, [await one()]);
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  const [item] = itemsIn(await readTask(clerk, task.id));
  const stateOf = async (): Promise<unknown> =>
    (
      await must(
        clerk.get<{ status: string }>('/channels/channelProduct/queryById', { id: item?.channelProductId ?? '' }),
      )
    ).status;
  await must(moveTask(clerk, task.id, 'end', { reason: '停售' }));
  expect(await stateOf()).toBe('ended');
  await must(moveTask(clerk, task.id, 'relist'));
  expect(await stateOf()).toBe('live');
  // Nothing differs from what stands there.
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  expect((await readTask(clerk, task.id)).status).toBe('live');
  expect([market.submissions.length, market.updates.length]).toEqual([1, 0]);
});

const listingOf = (id: string | null | undefined): Promise<{ status: string; skuId: string }> =>
  must(clerk.get('/channels/channelProduct/queryById', { id: id ?? '' }));

test('where there is no interface a person says what became of it: shown there, changed there, or refused', async () => {
  const { id: shop } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: 'ACME-1',
      name: '手工店',
      channelCode: 'acme-handy',
      environment: 'live',
      currency: 'USD',
      clientSecret: 'secret',
      settings: { clientId: 'acme' },
    }),
  );
  // The class is a person's words, and asks what the house itself asks.
  const { id } = await must(addTask(clerk, shop, [await one(), await one()], { classId: 'beds', classTitle: 'Beds' }));
  expect(await readTask(clerk, id)).toMatchObject({ status: 'draft', isByHand: true });
  const answered = async (): Promise<void> => {
    await answerAll(clerk, id);
    expect((await moveTask(clerk, id, 'validate')).result.state).toBe('valid');
    await must(moveTask(clerk, id, 'submit'));
    await scene.settled();
  };
  await answered();
  expect(await readTask(clerk, id)).toMatchObject({
    status: 'processing',
    outcome: expect.stringContaining('请到平台处理'),
  });

  // Refused without a reason is not said; with one, nothing stands there and both go out once more.
  expect(await moveTask(clerk, id, 'turnDown')).toMatchObject({ success: false, status: 422 });
  await must(moveTask(clerk, id, 'turnDown', { reason: '资质不全' }));
  expect(await readTask(clerk, id)).toMatchObject({
    status: 'failed',
    refusedCount: 2,
    liveCount: 0,
    outcome: '资质不全',
  });
  await must(moveTask(clerk, id, 'reopen'));
  await answered();
  await must(moveTask(clerk, id, 'acknowledge', { note: '后台已显示' }));
  const shown = await readTask(clerk, id);
  expect(shown).toMatchObject({ status: 'live', refusedCount: 0, liveCount: 2, outcome: '后台已显示' });
  const [first, second] = itemsIn(shown);
  if (!first || !second) throw new Error('two SKUs were chosen');
  expect(await listingOf(first.channelProductId)).toMatchObject({ status: 'live', skuId: first.skuId });

  // A change is not withdrawn: its SKUs could be listed once more. One that is refused leaves what stands there.
  await must(moveTask(clerk, id, 'update'));
  expect(await moveTask(clerk, id, 'withdraw')).toMatchObject({
    success: false,
    message: expect.stringContaining('2 个 SKU 在平台上已上架，不能撤回'),
  });
  expect((await readTask(clerk, id)).status).toBe('draft');
  await must(fill(clerk, id, [cell(first, 'core::productName', 'Another Bed')]));
  await answered();
  await must(moveTask(clerk, id, 'turnDown', { reason: '标题重复' }));
  const kept = await readTask(clerk, id);
  expect(kept).toMatchObject({ status: 'partial', refusedCount: 1, liveCount: 1, outcome: '标题重复' });
  expect(itemsIn(kept).map(({ state }) => state)).toEqual(['refused', 'live']);
  expect(await listingOf(first.channelProductId)).toMatchObject({ status: 'live' });
  expect((await moveTask(clerk, id, 'withdraw')).success).toBe(false);
  expect(market.submissions).toEqual([]);
});

test('what the marketplace has refused of a task stays so when a person says that the rest stands there', async () => {
  const task = await readyTask(clerk, accountId, [await one(), await one()]);
  const [slow, bad] = itemsIn(task).map(({ channelSku }) => channelSku);
  market.verdicts.set(slow ?? '', { state: 'processing', flaws: [] });
  market.verdicts.set(bad ?? '', { state: 'refused', flaws: [] });
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  // Its answer is waited for, a day long.
  for (const move of ['acknowledge', 'turnDown'])
    expect((await moveTask(clerk, task.id, move, { reason: '后台没有' })).message).toContain('提交满一天');
  await wait(25 * 3_600_000);
  await must(moveTask(clerk, task.id, 'acknowledge'));
  const said = await readTask(clerk, task.id);
  expect(said).toMatchObject({ status: 'partial', liveCount: 1, refusedCount: 1 });
  expect(itemsIn(said).map(({ state }) => state)).toEqual(['live', 'refused']);
  expect(await listingOf(itemsIn(said)[0]?.channelProductId)).toMatchObject({ status: 'live' });
  expect(itemsIn(said)[1]?.channelProductId).toBeNull();
});

type AnswerRow = readonly [question: string, carton: string, value: string];

const SHEET = ['刊登单号', '渠道SKU', '题目编号', '箱序', '答案'];

const uploaded = async (rows: readonly (readonly string[])[]) =>
  upload(scene, clerk, '/channels/publishTask/importExcel', await workbook(SHEET, rows));

test('a sheet of answers fills in the cells that it names, or none of a task where one row is wrong', async () => {
  const { skuId } = await goods(admin, productId, { cartons: 2 });
  const { id } = await must(addTask(clerk, accountId, [skuId]));
  const { taskNo, lines } = await readTask(clerk, id);
  const part = lines.publishItem[0]?.channelSku ?? '';
  const sheet = (...rows: readonly AnswerRow[]) => uploaded(rows.map((row) => [taskNo, part, ...row]));
  const firstItem = async () => itemsIn(await readTask(clerk, id))[0];

  const taken = await sheet(['4170', '', 'queen'], ['shippingAndFulfillment::weight', '2', '30']);
  expect(taken.result).toMatchObject({ successCount: 2, errorCount: 0 });
  // The other carton stays as our own data have it; a choice is known by its title, however it is written.
  expect(valueOf(await firstItem(), '4170')).toBe('Queen');
  const filled = await firstItem();
  expect([1, 2].map((carton) => valueOf(filled, 'shippingAndFulfillment::weight', carton))).toEqual(['20.5', '30']);
  await must(fill(clerk, id, filled ? [cell(filled, 'price::wholesalePrice', '199.99')] : []));
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('valid');

  const refusals: readonly [rows: readonly AnswerRow[], says: string][] = [
    [
      [
        ['4170', '', 'Twin'],
        ['no-such', '', '1'],
      ],
      '没有题目“no-such”',
    ],
    [
      [
        ['4170', '', 'Twin'],
        ['4170', '', 'Queen'],
      ],
      '只能有一行',
    ],
    [
      [
        ['4170', '', 'Twin'],
        ['shippingAndFulfillment::weight', '3', '30'],
      ],
      '没有这一箱',
    ],
    [
      [
        ['4170', '', 'Twin'],
        ['shippingAndFulfillment::weight', '箱2', '30'],
      ],
      '箱序须是从 1 起的整数',
    ],
    [
      [
        ['4170', '', 'Twin'],
        ['core::supplierPartNumber', '', 'OTHER'],
      ],
      `固定为渠道SKU ${part}`,
    ],
  ];
  for (const [rows, says] of refusals) {
    const answer = await sheet(...rows);
    expect(answer.result.successCount, says).toBe(0);
    expect(JSON.stringify(answer), says).toContain(says);
  }
  expect(JSON.stringify(await uploaded([[taskNo, 'NOT-HERE', '4170', '', 'Twin']]))).toContain('不在刊登单里');
  expect(JSON.stringify(await uploaded([['PB0', part, '4170', '', 'Twin']]))).toContain('没有刊登单“PB0”');
  expect(await readTask(clerk, id)).toMatchObject({ status: 'valid' });
  expect(valueOf(await firstItem(), '4170')).toBe('Queen');

  // What was judged is judged once more; what is on its way takes no answer.
  expect((await sheet(['4170', '', 'Twin'])).result).toMatchObject({ successCount: 1, errorCount: 0 });
  expect(await readTask(clerk, id)).toMatchObject({ status: 'draft' });
  await must(moveTask(clerk, id, 'validate'));
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(JSON.stringify(await sheet(['4170', '', 'Queen']))).toContain('不能修改答案');
  expect(valueOf(await firstItem(), '4170')).toBe('Twin');
});
