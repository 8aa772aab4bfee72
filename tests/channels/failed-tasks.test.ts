import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignParts, withOriginal } from '#kit/model/foreign-words.ts';
import { newId } from '#kit/server/database.ts';
import type { BatchProgress } from '#modules/desk/model/batch.ts';
import type { FailureGroup } from '#modules/desk/model/routes.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { fault, look, openShop, ordersOf, place, pull, type AuditFacts, type Page } from './shop.ts';

const ended = 'Purchase order has been cancelled';

/** 任务: what failed stands together by its reason, and a whole group is tried again in one act. */

let scene: TestApp;
let clerk: Client;
let ids: string[];
const batch = newId();

interface Failures {
  total: number;
  groups: FailureGroup[];
}
const failures = async (who = clerk, query: Record<string, string> = {}): Promise<Failures> =>
  (await who.get<Failures>('/desk/delivery/failures', query)).result;
const rowsOf = async (query: Record<string, string>) =>
  (
    await clerk.get<Page<{ id: string; orderId: string; accountId_dictText: string }>>('/desk/delivery/list', {
      ...query,
      pageSize: '100',
    })
  ).result;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  // The channel carries out every repeat: only our own care keeps the audit clean.
  await scene.sim('POST', '/config', { lenientRepeats: true });
  const line = { partNumber: 'WB-BED-HALDEN-QN', quantity: 1 };
  await place(
    scene,
    Array.from({ length: 7 }, () => ({ warehouseId: '31842', lines: [line] })),
  );
  await pull(scene, clerk);
  ids = (await ordersOf(clerk, { tab: 'pending' })).map(({ id }) => id);
  const refused = (message: string, nth: number, times: number) => ({
    fault: 'accept-error',
    message,
    match: { operation: 'accept', nth, times },
  });
  await fault(
    scene,
    refused(ended, 1, 3),
    refused('Dock 31842 is closed', 4, 1),
    refused('Dock 31843 is closed', 5, 1),
  );
  const answer = await clerk.post<{ ok: number }>('/orders/salesOrder/batch/accept', {
    ids,
    batch,
  });
  expect(answer.result.ok).toBe(7);
  await scene.settled();
});
afterAll(() => scene.stop());

test('what failed for one reason is one group, with its shop and the words of the channel', async () => {
  const { total, groups } = await failures();
  expect(total).toBe(5);
  expect(groups.map(({ count, shop, handler }) => [count, shop, handler])).toEqual([
    [3, 'Wayfair 美国站', 'channels.accept'],
    [2, 'Wayfair 美国站', 'channels.accept'],
  ]);
  const [first, second] = groups as [FailureGroup, FailureGroup];
  // The meaning in Chinese, without the original, which stands behind it.
  expect(first.reason).toBe('平台拒绝接单：订单已在渠道取消');
  expect(foreignParts(first.lastError)[1]).toBe(ended);
  // Numbers differ from one task to the next and part no group.
  expect(second.reason).toContain('Dock … is closed');
});

test('each group opens exactly the rows that it counts, each with its order and shop', async () => {
  for (const { count, query } of (await failures()).groups) {
    const { total, records } = await rowsOf(query);
    expect(total).toBe(count);
    for (const row of records) {
      expect(ids).toContain(row.orderId);
      expect(row.accountId_dictText).toBe('Wayfair 美国站');
    }
  }
});

test('the strip of the batch leads to its failures, and to no others', async () => {
  const [strip] = (await clerk.get<BatchProgress[]>('/desk/batch/list', { resource: 'orders:salesOrder' })).result;
  expect(strip).toMatchObject({ total: 7, done: 2, failed: 5, byHand: 0 });
  expect((await rowsOf(strip?.query ?? {})).total).toBe(5);
  expect((await failures(clerk, { batchId: batch })).total).toBe(5);
  expect(await failures(clerk, { batchId: newId() })).toEqual({ total: 0, groups: [] });
});

test('one group is tried again in one act, the others stay, and nothing happens twice', async () => {
  const [first, second] = (await failures()).groups as [FailureGroup, FailureGroup];
  const retry = () =>
    clerk.post<{ total: number; ok: number }>('/desk/delivery/batch/retry', {
      filter: first.query,
      answers: {},
    });
  // Twice at once, as by two people.
  const answers = await Promise.all([retry(), retry()]);
  expect(Math.max(...answers.map(({ result }) => result.ok))).toBe(3);
  await scene.settled();
  const left = await failures();
  expect(left.groups).toEqual([second]);
  const audit = await scene.sim<AuditFacts>('GET', '/audit');
  expect(audit.violations).toEqual([]);
  for (const facts of Object.values(audit.facts)) expect(Number(facts['acceptEffects'] ?? 0)).toBeLessThanOrEqual(1);
});

test('who may not retry one task may not retry a group', async () => {
  const packer = await scene.as('cangku');
  const [group] = (await failures()).groups;
  const refused = await packer.post('/desk/delivery/batch/retry', {
    filter: group?.query,
    answers: {},
  });
  expect(refused.status).toBe(403);
});

test('the column leaves out what the kit writes, also where a long text was cut off', async () => {
  const reasonOf = (text: string) =>
    look(scene, async (tx) => {
      const { id } = await tx.one<{ id: string }>`
        select id from delivery where tenant_id = ${tx.tenant} and status = 'ok' limit 1`;
      const { reason } = await tx.one<{ reason: string }>`
        update delivery set last_error = ${text}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid returning reason`;
      return reason;
    });
  const said = withOriginal('平台拒绝接单', 'no (see 11）');
  expect(foreignParts(said)).toEqual(['平台拒绝接单', 'no (see 11)', '']);
  expect(await reasonOf(said)).toBe('平台拒绝接单');
  expect(await reasonOf(said.slice(0, -4))).toBe('平台拒绝接单');
  // What a refusal is about stands in front of it, and is left out.
  expect(await reasonOf('平台拒绝接单：CS415870972: 无货；WB-BED-QN: 无货')).toBe('平台拒绝接单：无货；无货');
  expect(await reasonOf('CS415870972 在 WB-BED-QN 上缺 2 件（503）')).toBe('… 在 … 上缺 2 件（503）');
});
