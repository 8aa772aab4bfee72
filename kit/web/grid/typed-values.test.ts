import { expect, test } from 'vitest';
import { money, quantity, text } from '#kit/model/field.ts';
import { codeHandler } from '../form/code-check.ts';
import type { GridColumn, ValueChange } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';

const OWED = { handler: ownerIsAsked };
const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: text('品名') },
  { key: 'count', field: quantity('数量') },
  { key: 'amount', field: money('金额', 'currency') },
  { key: 'owner', field: text('归属'), rules: [OWED] },
];

/** Asked for where there is a count, which only a handler can know. */
function ownerIsAsked(
  { value, row }: { value: unknown; row: Readonly<Record<string, unknown>> },
  answer: (pass: boolean, message?: string) => void,
): void {
  answer(!row['count'] || Boolean(value), '有数量时请填归属');
}

function grid(): { session: GridSession; heard: ValueChange[] } {
  const session = new GridSession('test');
  const heard: ValueChange[] = [];
  session.onValueChange = (changes) => void heard.push(...changes);
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 800,
    hasStatistics: false,
  });
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly: false });
  session.load([{ id: 'a', name: '杯', count: 1, amount: '1.00', currency: 'USD', owner: '张' }]);
  return { session, heard };
}

test('a number is judged as what it comes to, not as what is typed so far', () => {
  const { session } = grid();
  session.edit({ id: 'a', key: 'amount' });
  for (const typed of ['1', '12', '12.', '12.5']) {
    session.type(typed);
    expect(session.judge.messageAt('a', 'amount'), typed).toBeUndefined();
  }
  session.type('12.345');
  expect(session.judge.messageAt('a', 'amount')).toBe('金额必须是最多2位小数的数字');
  session.type('12.');
  session.stopEdit();
  expect(session.store.rowOf('a')?.['amount']).toBe('12');
  expect(session.judge.faultCount).toBe(0);
});

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
