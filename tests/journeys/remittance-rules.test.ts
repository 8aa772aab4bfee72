import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FACT_KEYS, FACTS, FAMILIES_OF } from '#modules/automation/model/facts.ts';
import type { ReportAnswer } from '#modules/finance/model/report-file.ts';
import { openShop, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { addShop } from './market-scene.ts';
import { moveRemittance, newInvoice } from './remittance-scene.ts';
import { newRule, runsOf, switchOff, switchOn, type Rule } from './rule-scene.ts';

/* 回款单导入: rules hear of a remittance once, whatever way it came in (domain.md §2.8). */

let scene: TestApp;
let admin: Client;
let finance: Client;
let clerk: Client;
let shopId: string;
let otherShopId: string;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, finance, clerk] = await Promise.all([scene.as('admin'), scene.as('caiwu'), scene.as('yunying')]);
  await openShop(scene, clerk);
  shopId = scene.seller.accountId;
  otherShopId = await addShop(admin);
});
afterAll(() => scene?.stop());
afterEach(async () => {
  const page = await admin.get<Page<Rule>>('/automation/rule/list', { pageSize: '100' });
  for (const rule of page.result.records) if (['active', 'dry_run'].includes(rule.status)) await switchOff(admin, rule);
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

const asks = (...of: object[]): object => ({ join: 'and', of });
const task = { kind: 'createTask', title: '核对回款', hours: 4 };
const openLines = (op: string, value: string): object => ({ fact: 'remitOpenLines', op, value });

/** A rule that is on. */
async function ruleOn(actions: readonly object[], more: Record<string, unknown> = {}): Promise<Rule> {
  const rule = await newRule(admin, actions, { trigger: 'remittanceImported', ...more });
  await switchOn(admin, rule);
  return rule;
}

let made = 0;

/** A remittance that is typed; not matched yet. */
async function typed(lines: readonly object[], more: object = {}): Promise<string> {
  made += 1;
  const { id } = await must(
    finance.post<{ id: string }>('/finance/remittance/add', {
      accountId: shopId,
      channelRemitNo: `RULED-${made}`,
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: '100.00',
      lines,
      ...more,
    }),
  );
  return id;
}

/** One that is typed and matched, with a line of nobody's invoice. */
async function cameIn(more: object = {}): Promise<string> {
  const id = await typed([{ kind: 'invoicePay', stated: '100.00', description: 'PO of nobody' }], more);
  await must(moveRemittance(finance, id, 'submit'));
  await scene.settled();
  return id;
}

/** A remittance of one line as a sheet. */
const sheet = (no: string): Buffer =>
  Buffer.from(
    `Remittance Number,Payment Date,Invoice Number,Amount,Currency,Net Amount\n${no},2026-11-20,INV-OF-NOBODY,50.00,USD,50.00\n`,
  );

const reported = async (): Promise<string[]> => {
  const { records } = await must(
    (await scene.as('fuhe')).get<Page<{ titile: string }>>('/sys/sysAnnouncementSend/getMyAnnouncementSend', {
      pageSize: '50',
    }),
  );
  return records.map(({ titile }) => titile);
};

const reviewerId = async (): Promise<string> =>
  (await must(admin.get<Page<{ id: string }>>('/sys/user/list', { username: 'fuhe' }))).records[0]?.id ?? '';

const numberOf = async (id: string): Promise<string> =>
  (await must(finance.get<{ remitNo: string }>('/finance/remittance/queryById', { id }))).remitNo;

test('a remittance that comes in by hand notifies and leaves a to-do, once, however often it is matched', async () => {
  covers('ours: rules beyond orders');
  const rule = await ruleOn([{ kind: 'notify', userIds: [await reviewerId()], roleIds: [], text: '请核对回款' }, task]);
  const id = await typed([{ kind: 'invoicePay', stated: '100.00' }]);
  await scene.settled();
  expect(await runsOf(admin, { ruleId: rule.id })).toEqual([]);

  await must(moveRemittance(finance, id, 'submit'));
  await scene.settled();
  const [run, ...more] = await runsOf(admin, { ruleId: rule.id });
  expect(more).toEqual([]);
  expect(run).toMatchObject({
    outcome: 'done',
    trigger: 'remittanceImported',
    remittanceId: id,
    orderId: null,
    accountId: shopId,
  });
  expect(await reported()).toContain(`${rule.name}：回款单 ${await numberOf(id)}`);
  const tasks = await must(admin.get<Page<{ title: string }>>('/automation/ruleTask/list', { remittanceId: id }));
  expect(tasks.records.map(({ title }) => title)).toEqual(['核对回款']);

  // Taken back and matched again, or matched once more, it has not come in again.
  await must(moveRemittance(finance, id, 'rematch'));
  await must(moveRemittance(finance, id, 'reopen'));
  await must(moveRemittance(finance, id, 'submit'));
  await scene.settled();
  expect(await runsOf(admin, { ruleId: rule.id })).toHaveLength(1);
});

test('nor does a rule that is new hear of one that came in before it', async () => {
  const id = await cameIn();
  const rule = await ruleOn([task]);
  await must(moveRemittance(finance, id, 'reopen'));
  await must(moveRemittance(finance, id, 'submit'));
  await scene.settled();
  expect(await runsOf(admin, { ruleId: rule.id })).toEqual([]);
});

test('by the inbox it is heard of as well, and not again by the same file', async () => {
  const rule = await ruleOn([task], { conditions: asks({ fact: 'remitSource', op: 'eq', value: 'sheet' }) });
  const drop = () =>
    upload<ReportAnswer>(scene, finance, `/finance/inbox/take?accountId=${shopId}`, sheet('INBOX-RULED-1'));
  expect(await must(drop())).toMatchObject({ state: 'taken' });
  await scene.settled();
  expect(await must(drop())).toMatchObject({ state: 'same' });
  await scene.settled();
  const runs = await runsOf(admin, { ruleId: rule.id });
  expect(runs.map(({ outcome, accountId }) => [outcome, accountId])).toEqual([['done', shopId]]);
});

test('a rule of another shop is not judged', async () => {
  const elsewhere = await ruleOn([task], { shopIds: JSON.stringify([otherShopId]) });
  const here = await ruleOn([task], { shopIds: JSON.stringify([shopId]) });
  const id = await cameIn();
  expect(await runsOf(admin, { ruleId: elsewhere.id })).toEqual([]);
  expect((await runsOf(admin, { ruleId: here.id })).map((run) => run.remittanceId)).toEqual([id]);
});

test('a condition on unmatched lines holds where one is open, and does not where all are matched', async () => {
  const rule = await ruleOn([task], { conditions: asks(openLines('ge', '1')) });
  const paid = await newInvoice(scene, 10_000n);
  const matched = await typed([{ kind: 'invoicePay', invoiceNo: paid.invoiceNo, stated: '100.00' }]);
  await must(moveRemittance(finance, matched, 'submit'));
  await scene.settled();
  const open = await cameIn();
  const runs = await runsOf(admin, { ruleId: rule.id });
  expect(Object.fromEntries(runs.map((run) => [run.remittanceId, run.outcome]))).toEqual({
    [matched]: 'unmatched',
    [open]: 'done',
  });
  expect(runs.find((run) => run.remittanceId === matched)?.why?.parts).toMatchObject([{ isMet: false, actual: '0' }]);
});

test('net, currency, lines and difference are asked about, each in the currency of the remittance', async () => {
  const conditions: readonly (readonly [object, boolean])[] = [
    [{ fact: 'remitNet', op: 'eq', value: '120.5' }, true],
    [{ fact: 'remitNet', op: 'gt', value: '120.50' }, false],
    [{ fact: 'remitCurrency', op: 'eq', value: 'EUR' }, true],
    [{ fact: 'remitCurrency', op: 'eq', value: 'USD' }, false],
    [{ fact: 'remitDifference', op: 'eq', value: '-0.5' }, true],
    [{ fact: 'remitDifference', op: 'eq', value: '0' }, false],
    [{ fact: 'remitLines', op: 'eq', value: '2' }, true],
    [{ fact: 'remitLines', op: 'eq', value: '1' }, false],
    [{ fact: 'remitSource', op: 'eq', value: 'typed' }, true],
    [{ fact: 'remitSource', op: 'eq', value: 'edi' }, false],
  ];
  const rules: Rule[] = [];
  for (const [condition] of conditions) rules.push(await ruleOn([task], { conditions: asks(condition) }));
  const id = await typed(
    [
      { kind: 'invoicePay', stated: '100.00' },
      { kind: 'invoicePay', stated: '21.00' },
    ],
    { currency: 'EUR', netAmount: '120.50' },
  );
  await must(moveRemittance(finance, id, 'submit'));
  await scene.settled();
  const held: boolean[] = [];
  for (const rule of rules)
    held.push((await runsOf(admin, { ruleId: rule.id, remittanceId: id })).some(({ outcome }) => outcome === 'done'));
  expect(held).toEqual(conditions.map(([, isMet]) => isMet));
});

test('the past is tested, one is tried by either number, and every fact can be asked about', async () => {
  const id = await cameIn({ channelRemitNo: 'TRIED-1' });
  const facts = FACT_KEYS.filter((key) => FAMILIES_OF.remittance.includes(FACTS[key].family));
  const rule = await newRule(admin, [task], {
    trigger: 'remittanceImported',
    conditions: { join: 'or', of: facts.map((fact) => ({ fact, op: 'empty', value: false })) },
  });
  const tested = await must(admin.post<{ orders: number; matched: number }>(`/automation/rule/${rule.id}/test`, {}));
  expect(tested.orders).toBeGreaterThan(0);
  expect(tested.matched).toBe(tested.orders);
  const draft = {
    trigger: 'remittanceImported',
    actions: JSON.stringify([task]),
    conditions: JSON.stringify(asks(openLines('eq', '1'))),
  };
  for (const number of ['tried-1', await numberOf(id)])
    expect(await must(clerk.post('/automation/rule/tryOrder', { number, ...draft }))).toMatchObject({
      kind: 'remittance',
      id,
      state: '部分匹配',
      isMatched: true,
    });
  // Not matched yet, it has not come in.
  await typed([{ kind: 'invoicePay', stated: '1.00' }], { channelRemitNo: 'DRAFT-1', netAmount: '1.00' });
  expect(await clerk.post('/automation/rule/tryOrder', { number: 'DRAFT-1', ...draft })).toMatchObject({ status: 422 });
});

test('what was paid is in the trace for those alone who may see remittances', async () => {
  const rule = await ruleOn([task], { conditions: asks({ fact: 'remitNet', op: 'gt', value: '1' }) });
  await cameIn();
  const [seen] = await runsOf(finance, { ruleId: rule.id });
  expect(seen?.why?.parts).toMatchObject([{ actual: '100.00' }]);
  const [packed, ...more] = await runsOf(await scene.as('cangku'), { ruleId: rule.id });
  expect(more).toEqual([]);
  expect(packed).toMatchObject({ outcome: 'done', why: null });
});

test('one that is taken back and deleted leaves its trace behind', async () => {
  const rule = await ruleOn([task]);
  const id = await cameIn();
  await must(moveRemittance(finance, id, 'reopen'));
  await must(finance.delete('/finance/remittance/delete', { id }));
  const runs = await runsOf(admin, { ruleId: rule.id });
  expect(runs.map((run) => run.outcome)).toEqual(['done']);
});
