import { expect, test } from 'vitest';
import { readActions, type Action } from './actions.ts';
import { readConditions, type Condition, type Group } from './conditions.ts';
import { OPERATORS } from './fact.ts';
import { FACT_KEYS, FACTS, type KnownFacts } from './facts.ts';
import { explain, judgeRules, type JudgedRule } from './judge-rules.ts';
import { ruleText } from './rule-text.ts';

const EAST = 'w-east';
const WEST = 'w-west';
const NAMES = new Map([
  [EAST, '新泽西仓'],
  [WEST, '加州仓'],
  ['t-rush', '加急'],
  ['s1', '一店'],
]);

const facts: KnownFacts = {
  accountId: 's1',
  state: 'CA',
  postalCode: '90210',
  total: '259.98',
  unitCount: '2',
  hoursToShipBy: '-1.5',
  holds: ['outOfStock'],
  tagIds: null,
  shipSpeed: 'Next Day Air',
  hasBuyerRemark: true,
  coveringIds: [WEST],
  availableAt: { [EAST]: 0, [WEST]: 12 },
};

const all = (...of: Condition[]): Group => ({ join: 'and', of });
const any = (...of: Condition[]): Group => ({ join: 'or', of });
const met = (condition: Condition): boolean => explain(condition, facts, NAMES).isMet;

test.each<[string, Condition, boolean]>([
  ['equal, whatever the case', { fact: 'state', op: 'eq', value: 'ca' }, true],
  ['among', { fact: 'state', op: 'in', value: ['OR', 'CA'] }, true],
  ['not among', { fact: 'state', op: 'not_in', value: ['OR', 'CA'] }, false],
  ['a beginning of several', { fact: 'postalCode', op: 'like', value: '91，902' }, true],
  ['a part is no beginning', { fact: 'postalCode', op: 'like', value: '210' }, false],
  ['a part with a blank in it', { fact: 'shipSpeed', op: 'like', value: 'day air' }, true],
  ['one word of it is not enough', { fact: 'shipSpeed', op: 'like', value: 'day ground' }, false],
  ['amounts exactly', { fact: 'total', op: 'ge', value: '259.98' }, true],
  ['amounts as numbers, not as texts', { fact: 'total', op: 'gt', value: '30' }, true],
  ['below zero', { fact: 'hoursToShipBy', op: 'lt', value: '0' }, true],
  ['a set with one of them', { fact: 'holds', op: 'in', value: ['address', 'outOfStock'] }, true],
  ['a blank set has none', { fact: 'tagIds', op: 'not_in', value: ['t-rush'] }, true],
  ['blank', { fact: 'tagIds', op: 'empty', value: true }, true],
  ['not blank', { fact: 'holds', op: 'empty', value: false }, true],
  ['unknown is not less', { fact: 'weightKg', op: 'lt', value: '10' }, false],
  ['unknown is another', { fact: 'weightKg', op: 'ne', value: '10' }, true],
  ['a flag that is not known is no', { fact: 'isMultiCarton', op: 'eq', value: false }, true],
  ['of one warehouse', { fact: 'availableAt', op: 'ge', value: '12', at: WEST }, true],
  ['of a warehouse nobody asked', { fact: 'availableAt', op: 'ge', value: '0', at: 'x' }, false],
  ['all of a group', all({ fact: 'unitCount', op: 'eq', value: '2' }), true],
  ['no group at all', all(), true],
  [
    'a group within a group',
    all(
      { fact: 'unitCount', op: 'gt', value: '1' },
      any({ fact: 'state', op: 'eq', value: 'NY' }, { fact: 'coveringIds', op: 'in', value: [WEST] }),
    ),
    true,
  ],
])('%s', (_name, condition, isMet) => {
  expect(met(condition)).toBe(isMet);
});

test('what is said of a condition names rows, and never a postcode of the buyer', () => {
  const why = explain(
    all({ fact: 'postalCode', op: 'like', value: '91' }, { fact: 'availableAt', op: 'ge', value: '20', at: WEST }),
    facts,
    NAMES,
  );
  expect(why).toEqual({
    isMet: false,
    text: '以下全部符合',
    parts: [
      { isMet: false, text: '邮编 开头为 91', actual: '（不显示）' },
      { isMet: false, text: '加州仓 的可用库存 大于等于 20', actual: '12' },
    ],
  });
  expect(JSON.stringify(why)).not.toContain('90210');
});

const ruleOf = (id: string, priority: number, actions: Action[], more: Partial<JudgedRule> = {}): JudgedRule => ({
  id,
  name: id,
  subject: 'order',
  priority,
  stopOnMatch: false,
  shopIds: null,
  conditions: all(),
  actions,
  ...more,
});
const to = (warehouseId: string): Action => ({ kind: 'assignWarehouse', warehouseId });

test('the higher rule decides; the lower one says that it did not', () => {
  const verdicts = judgeRules(
    [ruleOf('低', 1, [to(EAST), { kind: 'accept' }]), ruleOf('高', 9, [to(WEST)])],
    facts,
    NAMES,
  );
  expect(verdicts.map(({ ruleId }) => ruleId)).toEqual(['高', '低']);
  expect(verdicts[0]?.plan[0]?.skipped).toBeNull();
  expect(verdicts[1]?.plan.map(({ skipped }) => skipped)).toEqual(['已由优先的规则“高”决定，指定仓库不执行', null]);
});

test('an order that is held is not accepted by a rule after, nor the other way round', () => {
  const hold: Action = { kind: 'addHold', reason: '核对' };
  const [, accepting] = judgeRules([ruleOf('a', 2, [hold]), ruleOf('b', 1, [{ kind: 'accept' }])], facts, NAMES);
  expect(accepting?.plan[0]?.skipped).toContain('“a”');
  const [, holding] = judgeRules([ruleOf('a', 2, [{ kind: 'accept' }]), ruleOf('b', 1, [hold])], facts, NAMES);
  expect(holding?.plan[0]?.skipped).toContain('“a”');
});

test('of rules alike the older one is first', () => {
  const verdicts = judgeRules([ruleOf('b', 5, [to(EAST)]), ruleOf('a', 5, [to(WEST)])], facts, NAMES);
  expect(verdicts.map(({ ruleId, plan }) => [ruleId, plan[0]?.skipped === null])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('what leads on goes together, in one rule and in two: released, then accepted', () => {
  const release: Action = { kind: 'releaseHold', reason: '已核对' };
  const accept: Action = { kind: 'accept' };
  const skipped = (...rules: JudgedRule[]) =>
    judgeRules(rules, facts, NAMES).flatMap(({ plan }) => plan.map((one) => one.skipped));
  expect(skipped(ruleOf('a', 2, [release, accept]))).toEqual([null, null]);
  expect(skipped(ruleOf('a', 2, [release]), ruleOf('b', 1, [accept]))).toEqual([null, null]);
});

test('a rule that stops leaves those after it unasked; one of another shop is passed over', () => {
  const verdicts = judgeRules(
    [
      ruleOf('别店', 9, [to(EAST)], { shopIds: ['s2'], stopOnMatch: true }),
      ruleOf('停', 8, [to(WEST)], { stopOnMatch: true }),
      ruleOf('后', 7, [{ kind: 'accept' }]),
    ],
    facts,
    NAMES,
  );
  expect(verdicts.map(({ isMatched, passedOver }) => [isMatched, passedOver])).toEqual([
    [false, '不在适用店铺内'],
    [true, null],
    [false, '“停”命中后不再执行后面的规则'],
  ]);
});

test('what a rule says is judged whole, with the place of each fault', () => {
  const text = JSON.stringify(
    all(
      { fact: 'total', op: 'like', value: '3' } as Condition,
      any({ fact: 'unitCount', op: 'gt', value: 'many' }),
      { fact: 'availableAt', op: 'gt', value: '1' },
      { fact: 'drop table', op: 'eq', value: '1' } as unknown as Condition,
    ),
  );
  expect(readConditions(text).faults).toEqual([
    { at: '1', message: '“总额”不能这样比较' },
    { at: '2.1', message: '“件数”请输入数字，最多 4 位小数' },
    { at: '3', message: '“某仓可用库存”请选择仓库' },
    { at: '4', message: '请选择条件' },
  ]);
  expect(readConditions('nonsense').faults).toHaveLength(1);
  expect(readActions('[]').faults).toEqual([{ at: '', message: '请至少添加一个动作' }]);
  expect(readActions(JSON.stringify([{ kind: 'addHold', reason: '核对' }, { kind: 'accept' }])).faults).toEqual([
    { at: '', message: '“挂起”不能与“自动接单”或“解除挂起”一起用' },
  ]);
});

test('groups nest four deep and no deeper', () => {
  let group: Group = all({ fact: 'unitCount', op: 'eq', value: '1' });
  for (let depth = 1; depth < 4; depth++) group = all(group);
  expect(readConditions(JSON.stringify(group)).faults).toEqual([]);
  expect(readConditions(JSON.stringify(all(group))).faults).toEqual([
    { at: '1.1.1.1', message: '条件组最多嵌套 4 层' },
  ]);
});

test('every fact has an operator that fits, and is read back in words', () => {
  for (const key of FACT_KEYS) expect(OPERATORS[FACTS[key].kind].length).toBeGreaterThan(0);
  expect(
    ruleText(
      {
        trigger: 'orderPulled',
        shopIds: ['s1'],
        conditions: all(
          { fact: 'state', op: 'in', value: ['CA', 'OR'] },
          any({ fact: 'isMultiCarton', op: 'eq', value: true }, { fact: 'weightKg', op: 'gt', value: '50' }),
        ),
        actions: [to(WEST), { kind: 'addTag', tagIds: ['t-rush'] }],
        stopOnMatch: true,
      },
      NAMES,
    ),
  ).toBe(
    '收到订单时，如果 一店 的州/省 属于 CA、OR，且 （是否多箱：是，或 重量 大于 50 kg），就 指定仓库 加州仓；打标签 加急，不再执行后面的规则。',
  );
});

test('what has no order answers to blank alone, and says so; costs stay unsaid', () => {
  const known: KnownFacts = { hasOrder: false, returnFault: 'carrier', returnCost: '12.50' };
  const request = all(
    { fact: 'total', op: 'ge', value: '0' },
    { fact: 'status', op: 'empty', value: true },
    { fact: 'returnFault', op: 'eq', value: 'carrier' },
    { fact: 'returnCost', op: 'gt', value: '12' },
  );
  const why = explain(request, known, NAMES, '退货单');
  expect(why.parts?.map(({ isMet, actual }) => [isMet, actual])).toEqual([
    [false, '没有订单'],
    [true, '没有订单'],
    [true, '承运商'],
    [true, '（不显示）'],
  ]);
  expect(explain(all(), known, NAMES, '退货单').text).toBe('没有条件，所有退货单都符合');
});

test('a rule about something else says itself in its own words', () => {
  const answers = (
    trigger: 'returnReceived' | 'partCreated' | 'feedFailed' | 'remittanceImported',
    actions: Action[],
  ) => ruleText({ trigger, shopIds: ['s1'], conditions: all(), actions, stopOnMatch: false }, NAMES);
  expect(answers('returnReceived', [{ kind: 'addTag', tagIds: ['t-rush'] }])).toBe(
    '退货收货完成时，如果 一店 的任何退货单，就 给订单打标签 加急。',
  );
  expect(answers('partCreated', [{ kind: 'askInfo', reason: '照片' }])).toBe(
    '收到配件申请时，如果 一店 的任何配件补发单，就 请补资料（照片）。',
  );
  expect(answers('feedFailed', [{ kind: 'createTask', title: '检查', hours: 2 }])).toBe(
    '库存推送失败时，如果 一店 的任何库存推送，就 建待办“检查”，2 小时内。',
  );
  expect(answers('remittanceImported', [{ kind: 'createTask', title: '核对', hours: 2 }])).toBe(
    '回款单导入时，如果 一店 的任何回款单，就 建待办“核对”，2 小时内。',
  );
});
