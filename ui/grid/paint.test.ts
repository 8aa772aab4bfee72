import { expect, test } from 'vitest';
import * as fields from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { covers } from '#tests/spec/covers.ts';
import { registerCellType } from './cell-registry.ts';
import { paintOf, textFaces } from './paint.ts';

const painted = (field: fields.Field, value: unknown, row: Record<string, unknown> = {}): string =>
  paintOf(textFaces[field.kind], {
    field,
    key: 'k',
    texts: new Map(Object.entries(field.dict?.items ?? {})),
    units: 'us',
  })(value, { id: 'r', ...row });

test.each<[fields.Field, unknown, string]>([
  [fields.text('名'), '保温杯', '保温杯'],
  [fields.textarea('备注'), '一行\n 二行', '一行 二行'],
  [fields.quantity('数量'), 1234567, '1,234,567'],
  [fields.quantity('数量'), 'x', 'x'],
  [fields.price('价'), '12.5000', '12.50'],
  [fields.rate('率'), '7.12000000', '7.12'],
  [fields.flag('旗'), false, '否'],
  [fields.choice('级', dict('d', { low: '低' })), 'low', '低'],
  [fields.choice('级', dict('d', { low: '低' })), 'gone', 'gone'],
  [fields.choices('级', dict('d', { low: '低', high: '高' })), ['low', 'high'], '低、高'],
  [fields.date('日'), '2026-11-21', '2026-11-21'],
  [fields.weight('重'), 453.59237 * 2, '2 lb'],
  [fields.weight('重'), '1x', '1x'],
  [fields.secret('密'), '***', '已设置'],
  [fields.json('参'), { a: 1 }, '{"a":1}'],
  [fields.text('空'), null, ''],
])('%o paints %o as %s', (field, value, text) => expect(painted(field, value)).toBe(text));

test('an amount names its currency, a link the row it leads to', () => {
  expect(painted(fields.money('额', 'currency'), '1234.5', { currency: 'USD' })).toBe('USD 1,234.5');
  expect(painted(fields.money('额', 'currency'), '€15', { currency: 'USD' })).toBe('€15');
  expect(painted(fields.link('仓', 'base:x'), 'id', { k_dictText: '洛杉矶仓' })).toBe('洛杉矶仓');
});

test.each(['row-number', 'row-checkbox', 'row-radio', 'row-expand', 'row-drag-sort'])(
  '%s is no name for a cell type',
  (name) => {
    covers('§3 grid columns and cells');
    expect(() => registerCellType(name, { text: textFaces.text, Edit: null })).toThrow(
      `不能使用"${name}"作为组件的type，因为这是关键字。`,
    );
  },
);
