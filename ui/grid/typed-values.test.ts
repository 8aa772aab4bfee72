import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { choice, date, money, quantity, text } from '#kit/model/field.ts';
import { covers } from '#tests/spec/covers.ts';
import { currencyOf, readTyped } from '../cells/read-typed.ts';
import { codeHandler } from '#kit/web/form/code-check.ts';
import { paste } from './paste.ts';
import type { GridColumn, ValueChange } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';

const OWED = { handler: ownerIsAsked };
const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: text('品名') },
  { key: 'count', field: quantity('数量') },
  { key: 'amount', field: money('金额', 'currency') },
  { key: 'owner', field: text('归属'), rules: [OWED] },
  { key: 'day', field: date('日期') },
  { key: 'level', field: choice('级别', dict('t', { low: '低', high: '高' })) },
];

/** Asked for where there is a count, which only a handler can know. */
function ownerIsAsked(
  { value, row }: { value: unknown; row: Readonly<Record<string, unknown>> },
  answer: (pass: boolean, message?: string) => void,
): void {
  answer(!row['count'] || Boolean(value), '有数量时请填归属');
}

function sessionOf(columns: readonly GridColumn[]): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({ columns, parts: [], drawn: {}, room: 800, hasStatistics: false });
  session.configure({ ...session.settings, columns, layout, isReadOnly: false });
  return session;
}

function grid(): { session: GridSession; heard: ValueChange[] } {
  const session = sessionOf(COLUMNS);
  const heard: ValueChange[] = [];
  session.onValueChange = (changes) => void heard.push(...changes);
  session.load([{ id: 'a', name: '杯', count: 1, amount: '1.00', currency: 'USD', owner: '张' }]);
  return { session, heard };
}

/** As the input of a cell hands over what stands in it. */
function typeInto(session: GridSession, key: string, text: string): void {
  const row = session.store.rowOf('a');
  const field = session.columnOf(key)?.field;
  if (field) session.type(readTyped(field, text, currencyOf(field, row)));
}

test('a number is judged as what it comes to, not as what is typed so far', () => {
  covers('§5 typed values');
  const { session } = grid();
  session.edit({ id: 'a', key: 'amount' });
  for (const typed of ['1', '12', '12.', '12.5', '$12.5', '＋１２．５']) {
    typeInto(session, 'amount', typed);
    expect(session.judge.messageAt('a', 'amount'), typed).toBeUndefined();
  }
  expect(session.store.rowOf('a')?.['amount']).toBe('12.5');
  typeInto(session, 'amount', '12.345');
  expect(session.judge.messageAt('a', 'amount')).toBe('金额必须是最多2位小数的数字');
  typeInto(session, 'amount', '12.');
  session.stopEdit();
  expect(session.store.rowOf('a')?.['amount']).toBe('12');
  expect(session.judge.faultCount).toBe(0);
});

test.each([
  ['count', '+5', 5],
  ['count', '１，２３４', 1234],
  ['count', '1234x.', '数量必须是数字'],
  ['count', '1.5', '数量必须是整数'],
  ['amount', '$15', '15'],
  ['amount', '.5', '0.5'],
  ['amount', '￥15', '金额的币种不是 USD，请换算后填写'],
  ['amount', '15 EUR', '金额的币种不是 USD，请换算后填写'],
  ['day', '2026/12/27', '2026-12-27'],
  ['day', '20261229', '2026-12-29'],
  ['day', '2026/13/1', '日期不是有效的日期'],
  ['level', '高', 'high'],
  ['level', '极高', '级别不在可选范围内'],
])(
  '%s: a typed %s is what a pasted one is, and stays with its reason where it is none',
  async (key, text, expected) => {
    for (const how of ['typed', 'pasted', 'left before its input was there'] as const) {
      const { session } = grid();
      if (how === 'pasted') {
        session.activate({ id: 'a', key });
        paste(session, { text }, null);
      } else {
        session.edit({ id: 'a', key }, how === 'typed' ? {} : { seed: text });
        if (how === 'typed' && key === 'level') session.typeText(text);
        else if (how === 'typed') typeInto(session, key, text);
        session.stopEdit();
      }
      const held = session.store.rowOf('a')?.[key];
      const message = session.judge.messageAt('a', key);
      expect(message === undefined ? held : [held, message], how).toEqual(
        typeof expected === 'string' && /[不必]/.test(expected) ? [text, expected] : expected,
      );
      const faults = await session.validate();
      expect(faults.map((fault) => fault.message)).toEqual(message === undefined ? [] : [message]);
    }
  },
);

test('a text that was no value is marked again when it is taken back and done again', () => {
  const { session } = grid();
  for (const [key, text] of [
    ['day', '昨天'],
    ['count', 'abc'],
  ] as const) {
    session.edit({ id: 'a', key });
    typeInto(session, key, text);
    session.stopEdit();
  }
  session.undo();
  expect([session.judge.messageAt('a', 'count'), session.judge.messageAt('a', 'day')]).toEqual([
    undefined,
    '日期不是有效的日期',
  ]);
  session.redo();
  expect(session.judge.messageAt('a', 'count')).toBe('数量必须是数字');
  expect(session.store.rowOf('a')?.['count']).toBe('abc');
});

test('an edit after undo ends what could be done again, as does one that is called off not', () => {
  const { session } = grid();
  const edit = (text: string): void => {
    session.edit({ id: 'a', key: 'name' });
    session.type(text);
    session.stopEdit();
  };
  const name = (): unknown => session.store.rowOf('a')?.['name'];
  edit('一');
  edit('二');
  session.undo();
  session.undo();
  session.redo();
  expect(name()).toBe('一');
  session.edit({ id: 'a', key: 'name' });
  session.type('不要');
  session.cancelEdit();
  expect(session.store.canRedo).toBe(true);
  edit('三');
  expect(session.store.canRedo).toBe(false);
  session.redo();
  expect(name()).toBe('三');
  session.undo();
  expect(name()).toBe('一');
  session.undo();
  expect(name()).toBe('杯');
  session.redo();
  session.redo();
  expect(name()).toBe('三');
});

test('names pasted into linked columns become their codes, the upper ones first', async () => {
  const columns: readonly GridColumn[] = [
    { key: 'city', field: text('城市') },
    { key: 'province', field: text('省份'), linkageKey: 'city' },
  ];
  const session = sessionOf(columns);
  session.linkage.configure(
    [{ key: 'province', requestData: (above) => Promise.resolve(PLACES[above] ?? []) }],
    columns,
  );
  session.load([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  session.activate({ id: 'a', key: 'city' });
  paste(session, { text: '深圳\t广东\nhz\tzj\n深圳\t浙江' }, null);
  const faults = await session.validate();
  expect(session.store.rows).toEqual([
    { id: 'a', city: 'sz', city_dictText: '深圳', province: 'gd', province_dictText: '广东' },
    { id: 'b', city: 'hz', city_dictText: '杭州', province: 'zj', province_dictText: '浙江' },
    { id: 'c', city: '深圳', city_dictText: '深圳', province: 'zj', province_dictText: '浙江' },
  ]);
  expect(faults).toMatchObject([{ id: 'c', key: 'city', message: '城市不在可选范围内' }]);
});

const PLACES: Readonly<Record<string, { value: string; text: string }[]>> = {
  '': [
    { value: 'gd', text: '广东' },
    { value: 'zj', text: '浙江' },
  ],
  gd: [{ value: 'sz', text: '深圳' }],
  zj: [{ value: 'hz', text: '杭州' }],
};

test('who follows the values hears of what is called off, taken back and done again', () => {
  const { session, heard } = grid();
  session.edit({ id: 'a', key: 'name' });
  session.type('碗');
  session.cancelEdit();
  session.edit({ id: 'a', key: 'name' });
  session.type('盘');
  session.stopEdit();
  session.undo();
  session.redo();
  expect(heard.map(({ key, oldValue, value }) => [key, oldValue, value])).toEqual([
    ['name', '杯', '碗'],
    ['name', '碗', '杯'],
    ['name', '杯', '盘'],
    ['name', '盘', '杯'],
    ['name', '杯', '盘'],
  ]);
});

test('a handler is asked about an empty cell too; a code of a rule lets it pass', async () => {
  const { session } = grid();
  session.store.write([{ id: 'a', key: 'owner', value: null }]);
  expect(await session.validate()).toMatchObject([{ key: 'owner', message: '有数量时请填归属' }]);
  session.store.write([{ id: 'a', key: 'count', value: null }]);
  expect(await session.validate()).toEqual([]);
  const passed: boolean[] = [];
  const event = { title: '编码', key: 'code', value: '', row: {} };
  await codeHandler('common')(event, (pass) => void passed.push(pass));
  expect(passed).toEqual([true]);
});
