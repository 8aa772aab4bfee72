import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { openScene, type Scene } from './test-scene.ts';

/** Rules of codes that a tenant writes itself (contract §3.3). */

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  scene.call(method, path, { token: admin, ...(body ? { body } : {}) });

test('a rule of the own making judges codes, part by part, and in place of the one that comes along', async () => {
  covers('§5 duplicate and number check');
  const check = (ruleCode: string, value: string) =>
    call('GET', `/sys/checkRule/checkByCode?${new URLSearchParams({ ruleCode, value })}`);
  const parts = [
    { digits: 2, pattern: '[A-Z]{2}', message: '前两位是大写字母' },
    { digits: '4', pattern: '[0-9]+', message: '第三至六位是数字' },
    { digits: '*', pattern: '.{6,8}', message: '共六至八位' },
  ];
  const rule = { ruleName: '货架', ruleCode: 'shelf', ruleJson: JSON.stringify(parts) };
  expect((await call('POST', '/sys/checkRule/add', rule)).success).toBe(true);
  expect((await check('shelf', 'AB1234')).success).toBe(true);
  expect(await check('shelf', 'AB12x4')).toMatchObject({
    success: false,
    message: '第三至六位是数字',
    result: { digits: 4, beginIndex: 2, endIndex: 6, checkValue: '12x4', passed: false },
  });
  expect((await check('shelf', 'AB1234567')).message).toBe('共六至八位');
  expect((await check('common', 'bed-01')).success).toBe(false);
  const common = JSON.stringify([{ digits: '*', pattern: '[a-z0-9-]+', message: '小写' }]);
  await call('POST', '/sys/checkRule/add', { ...rule, ruleCode: 'common', ruleJson: common });
  expect((await check('common', 'bed-01')).success).toBe(true);
  expect(
    (await call('GET', '/sys/duplicate/check?tableName=sys_check_rule&fieldName=rule_code&fieldVal=shelf')).success,
  ).toBe(false);
});

test('a rule that could not be carried out is refused at its field', async () => {
  const add = async (ruleJson: string): Promise<unknown> =>
    (await call('POST', '/sys/checkRule/add', { ruleName: '坏', ruleCode: 'bad', ruleJson })).result;
  for (const [stored, message] of [
    ['写错了', '请至少写一段规则'],
    ['[]', '请至少写一段规则'],
    ['[{"digits":"*","pattern":"(","message":"甲"}]', '第 1 段：正则写法不正确，或无法在限定时间内判断'],
    ['[{"digits":"*","pattern":"(a)\\\\1","message":"甲"}]', '第 1 段：正则写法不正确，或无法在限定时间内判断'],
    ['[{"digits":0,"pattern":".","message":"甲"}]', '第 1 段：位数请填 * 或 1 至 1000 的整数'],
    ['[{"digits":1,"pattern":".","message":" "}]', '第 1 段：请输入提示文字'],
  ] as const)
    expect(await add(stored)).toMatchObject({ errors: [{ field: 'ruleJson', message }] });
});

test('I9: a check whose pattern would try for ever answers at once', async () => {
  const ruleJson = JSON.stringify([{ digits: '*', pattern: '^(a+)+$', message: '只能是 a' }]);
  expect((await call('POST', '/sys/checkRule/add', { ruleName: '慢', ruleCode: 'slow', ruleJson })).success).toBe(true);
  const started = performance.now();
  const value = `${'a'.repeat(50)}!`;
  expect(
    await call('GET', `/sys/checkRule/checkByCode?${new URLSearchParams({ ruleCode: 'slow', value })}`),
  ).toMatchObject({ success: false, message: '只能是 a' });
  expect(performance.now() - started).toBeLessThan(2000);
});

const serial = (ruleCode: string, ruleParams: object) =>
  call('POST', '/sys/fillRule/add', {
    ruleName: ruleCode,
    ruleCode,
    ruleClass: 'serial',
    ruleParams: JSON.stringify(ruleParams),
  });
const fill = (ruleCode: string, form: object = {}) => call('PUT', `/sys/fillRule/executeRuleByCode/${ruleCode}`, form);

test('fifty callers at once get fifty numbers, one after the other', async () => {
  await serial('box', { prefix: 'BX-', digits: 3, start: 7 });
  const made = await Promise.all(Array.from({ length: 50 }, () => fill('box')));
  const expected = Array.from({ length: 50 }, (_, at) => `BX-${String(at + 7).padStart(3, '0')}`);
  expect(made.map(({ result }) => String(result)).toSorted()).toEqual(expected);
  // Trying takes nothing.
  for (let turn = 0; turn < 2; turn++)
    expect((await call('GET', '/sys/fillRule/testFillRule?ruleCode=box')).result).toBe('BX-057');
  expect((await fill('box')).result).toBe('BX-057');
});

test('a number begins again behind another prefix, and is whole or not made', async () => {
  await serial('receipt', { prefix: '{warehouse}-', digits: 2 });
  expect((await fill('receipt', { warehouse: 'NJ' })).result).toBe('NJ-01');
  expect((await fill('receipt', { warehouse: 'LA' })).result).toBe('LA-01');
  expect((await fill('receipt', { warehouse: 'NJ' })).result).toBe('NJ-02');
  for (const form of [{}, { warehouse: '' }, { warehouse: "x'; drop" }, { warehouse: ['NJ'] }])
    expect((await fill('receipt', form)).message).toBe('填值规则“receipt”还缺表单中的值：{warehouse}-');
  const rules = [{ ruleCode: 'receipt', formData: { warehouse: 'NJ' } }, { ruleCode: 'nobody' }];
  const batch = (sent: object) => call('PUT', '/sys/fillRule/executeRuleByCodeBatch', sent);
  expect((await batch({ rules })).message).toBe('该编码不存在');
  const [first] = rules;
  expect(
    (await batch({ rules: [first, { ruleCode: 'receipt' }], commonFormData: { warehouse: 'LA' } })).result,
  ).toEqual([
    { ruleCode: 'receipt', result: 'NJ-03' },
    { ruleCode: 'receipt', result: 'LA-02' },
  ]);
});

test('I3: only what is known can be carried out', async () => {
  const add = async (changes: object): Promise<unknown> =>
    (
      await call('POST', '/sys/fillRule/add', {
        ruleName: '坏',
        ruleCode: 'bad',
        ruleClass: 'serial',
        ruleParams: '{}',
        ...changes,
      })
    ).result;
  for (const ruleClass of ['java.lang.Runtime', 'child_process', '../../x', '__proto__', 'constructor', ''])
    expect(await add({ ruleClass }), ruleClass).toMatchObject({ errors: [{ field: 'ruleClass' }] });
  await serial('guarded', { prefix: '{constructor}-{toString}-' });
  for (const form of [{}, { constructor: { name: 'x' } }, JSON.parse('{"__proto__":{"constructor":"a"}}')])
    expect((await fill('guarded', form)).success, JSON.stringify(form)).toBe(false);
  for (const [ruleParams, message] of [
    ['[]', '请输入一个 JSON 对象'],
    ['{"step":2}', '没有这个参数：step'],
    ['{"digits":0}', '位数请填 1 至 12 的整数'],
    ['{"date":"MM"}', '日期只能是 yyyy、yyyyMM 或 yyyyMMdd'],
  ] as const)
    expect(await add({ ruleParams })).toMatchObject({ errors: [{ field: 'ruleParams', message }] });
});
