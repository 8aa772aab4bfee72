import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import * as kinds from '#kit/model/field.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { grouped } from '../cells/number-text.ts';
import { parseCellText, type CellTextSettings } from './cell-text.ts';

const US: CellTextSettings = { system: 'us', today: '2026-11-21' };
const read = (field: kinds.Field, text: string, more: Partial<CellTextSettings> = {}) => {
  const answer = parseCellText(field, text, { ...US, ...more });
  return 'value' in answer ? answer.value : answer.message;
};

test('an empty cell is empty, whatever its kind', () => {
  for (const field of [kinds.text('x'), kinds.integer('x'), kinds.date('x'), kinds.json('x')])
    expect(read(field, '  \u3000')).toBeNull();
});

test('whole numbers with separators, full-width digits and zeros behind the point', () => {
  const qty = kinds.quantity('数量');
  expect(['1,234', '１２３', ' 12.00 ', '+7', '(5)', '5-', '－3'].map((text) => read(qty, text))).toEqual([
    1234, 123, 12, 7, -5, -5, -3,
  ]);
  for (const text of ['12.5', '1,23', 'abc', '--1', '1,2345', '12%'])
    expect(read(qty, text), text).toMatch(/^数量必须是(整数|数字)$/);
  expect(read(qty, '1.23457E+11')).toBe('数量是科学计数法，可能已丢失数字，请填写完整数字');
});

test('amounts stay decimal texts, without signs of currencies', () => {
  const price = kinds.price('单价');
  expect(
    ['US$1,234.50', '$0.5', 'USD 12.30', '12.30 USD', '.5', '-0', '007.10'].map((text) => read(price, text)),
  ).toEqual(['1234.50', '0.5', '12.30', '12.30', '0.5', '0', '7.10']);
  expect(read(price, '十二')).toBe('单价必须是数字');
  expect(read(price, '12.30 EUR', { currency: 'USD' })).toBe('单价的币种不是 USD，请换算后填写');
  expect(read(kinds.money('金额', 'currency'), '¥1,234', { currency: 'JPY' })).toBe('1234');
  expect(read(price, '$1', { currency: 'CNY' })).toBe('单价的币种不是 CNY，请换算后填写');
  expect(['12.5%', '5%', '0.5%', '100%', '0.07'].map((text) => read(kinds.rate('税率'), text))).toEqual([
    '0.125',
    '0.05',
    '0.005',
    '1',
    '0.07',
  ]);
});

test('an amount as the lists show it is read as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.nat(4), (digits, scale) => {
      const decimal = formatDecimal(digits, scale);
      expect(read(kinds.price('单价'), grouped(decimal))).toBe(decimal);
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

test('days as spreadsheets show them', () => {
  const day = kinds.date('日期');
  for (const text of [
    '2026/3/1',
    '2026-03-01',
    '2026.3.1',
    '2026年3月1日',
    '20260301',
    '3月1日',
    '1-Mar-26',
    '1-mar',
    '2026/3/1 9:30',
    '2026年3月1日 星期日',
    '２０２６/３/１',
  ])
    expect(read(day, text), text).toBe('2026-03-01');
  for (const text of ['3/1/2026', '2026-02-30', '2026-13-01', '明天', '46082', '1-Foo-26', '2026-3-1x'])
    expect(read(day, text), text).toBe('日期不是有效的日期');
});

test('moments with and without their time', () => {
  const moment = kinds.datetime('时间');
  const times = {
    '2026/3/1': '00:00:00',
    '2026/3/1 9:05': '09:05:00',
    '2026-03-01T09:05:07': '09:05:07',
    '2026年3月1日 下午3:05': '15:05:00',
    '2026/3/1 12:00 AM': '00:00:00',
    '2026/3/1 12:30:00 PM': '12:30:00',
  };
  for (const [text, time] of Object.entries(times)) expect(read(moment, text), text).toBe(`2026-03-01 ${time}`);
  for (const text of ['2026/3/1 25:00', '2026/3/1 9:60', '2026-03-01T09:05:07Z', '2026/3/1 13:00 AM'])
    expect(read(moment, text), text).toBe('时间不是有效的日期');
});

test('flags in the words of sheets', () => {
  const isActive = kinds.flag('启用');
  for (const text of ['是', 'Y', 'yes', 'TRUE', '1', '√']) expect(read(isActive, text)).toBe(true);
  for (const text of ['否', 'N', 'no', 'False', '0', '×']) expect(read(isActive, text)).toBe(false);
  expect(read(isActive, '可能')).toBe('启用不在可选范围内');
});

test('choices by code or text, the tenant’s own texts too', () => {
  const kind = kinds.choice('类型', dict('t', { self: '自营', FBA: '平台仓' }));
  expect([read(kind, '自营'), read(kind, 'self'), read(kind, 'fba')]).toEqual(['self', 'self', 'FBA']);
  expect(read(kind, '本地', { options: [{ value: 'self', text: '本地' }] })).toBe('self');
  expect(read(kind, '别的')).toBe('类型不在可选范围内');
  const several = kinds.choices('标签', dict('t', { a: '甲', b: '乙' }));
  expect(read(several, '甲，b；甲')).toEqual(['a', 'b']);
  expect(read(several, '甲,丙')).toBe('标签不在可选范围内');
});

test('links by id or by the text of a row that is offered', () => {
  const to = kinds.link('客户', 'x:y');
  const options = [
    { value: 'id-1', text: '张三' },
    { value: 'id-2', text: '李四' },
    { value: 'id-3', text: '李四' },
  ];
  expect(read(to, '0198C5A0-0000-7000-8000-000000000001')).toBe('0198c5a0-0000-7000-8000-000000000001');
  expect(read(to, '张三', { options })).toBe('id-1');
  expect(read(to, '李四', { options })).toBe('客户名称有重复，请改填编码或 ID');
  expect(read(to, '王五', { options })).toBe('客户不存在');
});

test('measures in the unit they name, else in the user’s', () => {
  const long = kinds.length('长');
  expect(['68', '68 in', '68"', '172.7cm', '1,727 mm'].map((text) => read(long, text))).toEqual(Array(5).fill(1727));
  expect(read(long, '172.7', { system: 'metric' })).toBe(1727);
  expect(read(kinds.weight('重'), '2.5 kg')).toBe(2500);
  expect(read(kinds.weight('重'), '2.5 cm')).toBe('重必须是数字');
});

test('texts keep their lines only where a field has lines', () => {
  expect(read(kinds.text('名称'), ' 甲\n乙 ')).toBe('甲 乙');
  expect(read(kinds.textarea('备注'), '甲\n乙')).toBe('甲\n乙');
  expect(read(kinds.json('设置'), '{"a":1}')).toEqual({ a: 1 });
  expect(read(kinds.json('设置'), '{a')).toBe('设置格式不正确');
});

test('hostile texts are answered', () => {
  const blanks = ' '.repeat(50_000);
  const hostile = ['1,'.repeat(25_000), `1${blanks}x`, `${'a'.repeat(50_000)}1`, '9'.repeat(50_000)];
  for (const kind of ['price', 'rate', 'date', 'datetime', 'length', 'flag', 'integer'] as const)
    for (const text of hostile) expect(read(kinds[kind]('x'), text)).toBe('x格式不正确');
  expect(read(kinds.text('x'), `1${blanks}x`)).toBe(`1${blanks}x`);
});
