import { describe, expect, test } from 'vitest';
import { pictures, text } from '#kit/model/field.ts';
import { faceFields, listKeys } from '#kit/model/list-entry.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { arrangedColumns, choicesOf, visibleColumns, exportedKeys } from './arranged-columns.ts';
import { listColumns } from './columns.tsx';
import type { ListColumn } from './list-column.ts';
import { movedUp, stacked } from './stack.tsx';

const thing = defineRegister({
  module: 'house',
  name: 'thing',
  title: '物',
  label: 'name',
  search: [],
  form: [],
  fields: {
    code: text('码'),
    name: text('名'),
    note: text('注'),
    size: text('大小'),
    images: pictures('图'),
  },
  list: ['code', { key: 'name', under: ['note', 'size'], picture: ['images'] }],
});
const declared = listColumns(thing, undefined);
const keysOf = (columns: readonly ListColumn[]): string[] => columns.map(({ key }) => key);
/** What the cells show once somebody chose these columns, each with its lower line. */
const shown = (columns: readonly ListColumn[], expected: readonly string[] = []): string[] => {
  const placed = arrangedColumns(columns, []);
  const choices = choicesOf(placed).map((one) => ({
    ...one,
    isShown: one.isShown || expected.includes(one.key),
  }));
  const arranged = arrangedColumns(columns, choices);
  return stacked(visibleColumns(arranged), arranged).map(({ key, lower = [] }) => `${key}: ${keysOf(lower).join(' ')}`);
};

describe('a stacked column', () => {
  test('has its lower fields one by one for whoever reads the list field by field', () => {
    expect(listKeys(thing)).toEqual(['code', 'name', 'note', 'size', 'images']);
    expect(faceFields(thing)).toEqual({ under: ['note', 'size'], picture: ['images'] });
  });

  test('draws them below its own, and none of them twice', () => {
    expect(shown(declared)).toEqual(['code: ', 'name: note size']);
    expect(shown(declared, ['note'])).toEqual(['code: ', 'name: size', 'note: ']);
    expect(shown(declared, ['note', 'size', 'images'])).toEqual(['code: ', 'name: ', 'note: ', 'size: ', 'images: ']);
  });

  test('loses what this reader does not have, and is followed by the next if it is itself hidden', () => {
    const without = (...gone: string[]): ListColumn[] => movedUp(declared, ({ key }) => !gone.includes(key));
    expect(shown(without('note'))).toEqual(['code: ', 'name: size']);
    expect(shown(without('name'))).toEqual(['code: ', 'note: size']);
    expect(shown(without('name', 'note', 'size'))).toEqual(['code: ']);
    const [, heir] = without('name');
    expect(heir?.pictureOf?.({ id: '1', images: 'a.png,b.png' })).toBe('a.png');
  });

  test('is blank where both lines are, and as wide as the longer of them', () => {
    const [, both] = stacked(visibleColumns(arrangedColumns(declared, [])), declared);
    const row = { id: '1', name: '灯', note: '一盏很长很长的灯', size: null, images: null };
    expect(both?.isBlank?.(row)).toBe(false);
    expect(both?.isBlank?.({ ...row, name: null, note: null })).toBe(true);
    expect(both?.text?.(row)).toBe('一盏很长很长的灯');
    expect(both?.text?.({ ...row, note: '小' })).toBe('灯');
  });

  test('is exported field by field, those shown on their own in their place', () => {
    const exported = (expected: string[]): string[] | undefined => {
      const choices = choicesOf(arrangedColumns(declared, [])).map((one) => ({
        ...one,
        isShown: one.isShown || expected.includes(one.key),
      }));
      const columns = arrangedColumns(declared, choices.toReversed());
      return exportedKeys(thing, { columns, visible: visibleColumns(columns), isArranged: true });
    };
    expect(exported([])).toEqual(['code', 'name', 'note', 'size']);
    expect(exported(['size'])).toEqual(['code', 'size', 'name', 'note']);
  });
});
