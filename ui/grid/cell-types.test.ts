import { describe, expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import * as fields from '#kit/model/field.ts';
import { covers } from '#tests/spec/covers.ts';
import { copiedBlock } from './cell-actions.ts';
import { registerCellType } from './cell-registry.ts';
import { typeOf } from './cell-types.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { paste } from './paste.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';
import { ownEditorProps } from './own-editor.ts';

registerCellType('test_people', { isNamed: true, width: 220 });

const level = dict('d', { low: '低', high: '高' });
const COLUMNS: readonly GridColumn[] = [
  { key: 'at', field: fields.text('时间'), type: 'time' },
  { key: 'done', field: fields.integer('进度'), type: 'progress' },
  { key: 'tags', field: fields.text('标签'), type: 'tags' },
  { key: 'level', field: fields.choice('级别', level), type: 'radio' },
  { key: 'note', field: fields.text('说明', { max: 4 }), type: 'input_pop' },
  { key: 'owner', field: fields.text('负责人'), type: 'test_people' },
  { key: 'count', field: fields.quantity('数量'), type: 'inputNumber' },
  { key: 'fixed', field: fields.text('固定'), type: 'normal' },
];
const ROWS: readonly GridRow[] = [
  {
    id: 'a',
    at: '08:30:00',
    done: 45,
    tags: '加急;易碎',
    level: 'high',
    owner: 'admin,li',
    owner_dictText: '管理员、李伟',
    count: 1200,
    fixed: '不变',
  },
  { id: 'b' },
];

function grid(): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 800,
    hasStatistics: false,
  });
  const textsOf = ({ field }: GridColumn) => new Map(Object.entries(field.dict?.items ?? {}));
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly: false, textsOf });
  session.load(ROWS);
  return session;
}

/** Pastes a text into the cell of the second row. @returns the row, and what is wrong with the cell */
function pasted(key: string, text: string) {
  const session = grid();
  session.activate({ id: 'b', key });
  paste(session, { text }, null);
  return { row: session.store.rowOf('b') as GridRow, fault: session.judge.messageAt('b', key) };
}

const editorOf = (session: GridSession, id: string, key: string) =>
  ownEditorProps(session, session.store.rowOf(id) as GridRow, session.columnOf(key) as GridColumn);

describe('types of cells', () => {
  test('paint their values as texts, people by the names their row brings', () => {
    const session = grid();
    const painted = COLUMNS.map(({ key }) => session.textOf(key, ROWS[0] as GridRow));
    expect(painted).toEqual(['08:30:00', '45%', '加急;易碎', '高', '', '管理员、李伟', '1,200', '不变']);
    expect(session.textOf('owner', { id: 'x', owner: 'admin' })).toBe('admin');
  });

  test.each([
    [45.678, '45.7%'],
    ['30', '30%'],
    [180, '100%'],
    [-2, '0%'],
    ['未开始', '未开始'],
  ])('a progress of %o is painted as %s', (done, text) => expect(grid().textOf('done', { id: 'x', done })).toBe(text));

  test('progress and normal cells are not for writing', () => {
    const session = grid();
    const can = COLUMNS.filter((column) => session.canEdit(ROWS[0] as GridRow, column));
    expect(can.map(({ key }) => key)).toEqual(['at', 'tags', 'level', 'note', 'owner', 'count']);
  });

  test.each([
    ['at', '9:05', '09:05:00'],
    ['at', '下午3:20', '15:20:00'],
    ['tags', '加急易碎', '加急;易碎'],
    ['level', '低', 'low'],
    ['note', '轻放', '轻放'],
    ['count', '1,300', 1300],
  ])('a text pasted into %s: %s is %o', (key, text, value) => {
    const { row, fault } = pasted(key, text);
    expect(row[key]).toBe(value);
    expect(fault).toBeUndefined();
  });

  test.each([
    ['at', '25:00', '时间不是有效的时间'],
    ['level', '中', '级别不在可选范围内'],
    ['note', '超过四个字', '说明不能超过4个字符'],
    ['count', '很多', '数量必须是数字'],
    ['owner', '王芳', '找不到负责人“王芳”，请重新选择'],
  ])('%s: %s stays as it was pasted, and is marked', (key, text, message) => {
    const { row, fault } = pasted(key, text);
    expect(row[key]).toBe(text);
    expect(fault).toBe(message);
  });

  test.each([
    ['李伟', 'li', '李伟'],
    ['admin，李伟', 'admin,li', '管理员、李伟'],
    ['zhao.min', 'zhao.min', 'zhao.min'],
  ])('people pasted as %s are stored as %s and painted as %s', (text, stored, painted) => {
    expect(pasted('owner', text).row).toMatchObject({ owner: stored, owner_dictText: painted });
  });

  test('what was copied can be pasted', () => {
    const session = grid();
    session.activate({ id: 'a', key: 'at' });
    session.activate({ id: 'a', key: 'count' }, true);
    const copied = copiedBlock(session);
    session.activate({ id: 'b', key: 'at' });
    paste(session, { text: copied?.text ?? '' }, null);
    const { id: _, done: __, fixed: ___, ...values } = ROWS[0] as GridRow;
    expect(session.store.rowOf('b')).toMatchObject(values);
    expect(session.judge.faults.size).toBe(0);
  });

  test('one choice fills several cells of its row, and is one step back', () => {
    const session = grid();
    session.edit({ id: 'b', key: 'note' });
    editorOf(session, 'b', 'note').onFill({ tags: '加急', count: 3 });
    session.type('甲');
    session.stopEdit();
    expect(session.store.rowOf('b')).toMatchObject({ note: '甲', tags: '加急', count: 3 });
    session.undo();
    expect(session.store.rowOf('b')).toEqual({ id: 'b' });
  });

  test('who is taken away or chosen leaves the names of the others', () => {
    const session = grid();
    session.edit({ id: 'a', key: 'owner' });
    const { onKeys } = editorOf(session, 'a', 'owner');
    onKeys('li');
    expect(session.store.rowOf('a')).toMatchObject({ owner: 'li', owner_dictText: '李伟' });
    onKeys('li,wang', [{ value: 'wang', text: '王芳' }]);
    expect(session.textOf('owner', session.store.rowOf('a') as GridRow)).toBe('李伟、王芳');
    onKeys(null);
    expect(session.textOf('owner', session.store.rowOf('a') as GridRow)).toBe('');
  });
});

describe('names of types', () => {
  test.each(
    (
      'input inputNumber textarea select select-search select-multiple select-dict-search date ' +
      'datetime checkbox upload file image list_multi sel_search time progress tags radio ' +
      'input_pop popup normal'
    ).split(' '),
  )('%s is known', (type) => {
    covers('§3 grid columns and cells');
    expect(() => typeOf({ key: 'k', field: fields.text('字'), type })).not.toThrow();
  });

  test('one that is only another name of a kind is painted and edited as its field is', () => {
    const column = { key: 'k', field: fields.quantity('数量') };
    const named = typeOf({ ...column, type: 'inputNumber' });
    expect(named).toEqual(typeOf(column));
  });

  test('one that nobody has registered is refused', () => {
    covers('§3 grid columns and cells');
    expect(() => typeOf({ key: 'k', field: fields.text('字'), type: 'nothing' })).toThrow('grid: no cell type nothing');
  });
});
