import { describe, expect, test } from 'vitest';
import type { ViewColumn, ViewContent } from '#kit/model/list-view.ts';
import { text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import {
  arrangedColumns,
  choicesOf,
  visibleColumns,
  contentOf,
  exportedKeys,
  isDifferent,
  paramsOf,
} from './arranged-columns.ts';
import type { ListColumn } from './list-column.ts';
import { paramsFromQuery, queryOfParams } from './list-query.ts';

const column = (key: string): ListColumn => ({
  key,
  title: key,
  width: 100,
  render: () => null,
});
const DECLARED = ['code', 'name', 'size', 'note'].map(column);
const choice = (key: string, about: Partial<ViewColumn> = {}): ViewColumn => ({
  key,
  width: null,
  pin: 'none',
  isShown: true,
  ...about,
});
const keysOf = (columns: readonly { key: string }[]): string[] => columns.map(({ key }) => key);

describe('columns', () => {
  test('nobody arranged stand as declared, the name at the start', () => {
    const columns = arrangedColumns(DECLARED, []);
    expect(keysOf(columns)).toEqual(['code', 'name', 'size', 'note']);
    expect(columns.map(({ pin }) => pin)).toEqual(['start', 'none', 'none', 'none']);
    expect(columns.every(({ isShown }) => isShown)).toBe(true);
  });

  test('stand where they were put, as wide as they were made, and come back the same', () => {
    const choices = [
      choice('note', { width: 300, pin: 'end' }),
      choice('size', { isShown: false }),
      choice('code', { pin: 'none' }),
      choice('name', { pin: 'start' }),
    ];
    const columns = arrangedColumns(DECLARED, choices);
    expect(choicesOf(columns)).toEqual(choices);
    expect(columns.map(({ width }) => width)).toEqual([300, 100, 100, 100]);
    // What is pinned stands at its edge, whatever its place in the list of columns.
    expect(keysOf(visibleColumns(columns))).toEqual(['name', 'code', 'note']);
  });

  test('that are gone are left out, new ones stand behind the one they follow', () => {
    const choices = [choice('size'), choice('gone'), choice('code')];
    expect(keysOf(arrangedColumns(DECLARED, choices))).toEqual(['size', 'note', 'code', 'name']);
  });

  test('the first of them that is new stands in front, two new ones in their order', () => {
    expect(keysOf(arrangedColumns(DECLARED, [choice('note'), choice('name')]))).toEqual([
      'code',
      'note',
      'name',
      'size',
    ]);
    expect(keysOf(arrangedColumns(DECLARED, [choice('note'), choice('code')]))).toEqual([
      'note',
      'code',
      'name',
      'size',
    ]);
  });

  test('of which one is spare or names the row keep to that until somebody says otherwise', () => {
    const columns: ListColumn[] = [
      column('code'),
      { ...column('title'), isName: true },
      { ...column('spare'), hiddenByDefault: true },
    ];
    const shownOf = (choices: ViewColumn[]): string[] => keysOf(visibleColumns(arrangedColumns(columns, choices)));
    expect(shownOf([])).toEqual(['code', 'title']);
    const spareName: ListColumn[] = [{ ...column('old'), isName: true, hiddenByDefault: true }, ...columns];
    expect(keysOf(visibleColumns(arrangedColumns(spareName, [])))).toEqual(['code', 'title']);
    expect(shownOf([choice('spare'), choice('title', { isShown: false })])).toEqual(['code', 'spare', 'title']);
  });

  test('the name of a row is always there', () => {
    const hidden = DECLARED.map(({ key }) => choice(key, { isShown: false }));
    expect(keysOf(visibleColumns(arrangedColumns(DECLARED, hidden)))).toEqual(['code']);
  });
});

describe('an export', () => {
  const thing = defineRegister({
    module: 'house',
    name: 'thing',
    title: '物',
    label: 'code',
    search: [],
    form: [],
    fields: { code: text('码'), name: text('名'), size: text('大小'), more: text('其他') },
    list: ['code', 'name', 'more'],
  });
  const exported = (choices: ViewColumn[]): string[] | undefined => {
    const columns = arrangedColumns(DECLARED, choices);
    const inSight = visibleColumns(columns);
    return exportedKeys(thing, { columns, visible: inSight, isArranged: choices.length > 0 });
  };

  test('has what it has by itself while nobody arranged the columns', () => {
    expect(exported([])).toBeUndefined();
  });

  test('has the columns in sight in their order, and what no column of the page shows', () => {
    // `note` is of the page's own making; `more` has no column there.
    const choices = [choice('size'), choice('code'), choice('note'), choice('name')];
    expect(exported(choices)).toEqual(['size', 'code', 'name', 'more']);
    expect(exported([...choices.slice(0, 3), choice('name', { isShown: false })])).toEqual(['size', 'code', 'more']);
  });
});

describe('a view', () => {
  const columns = choicesOf(arrangedColumns(DECLARED, []));
  const arrangement = { columns, density: 'comfortable' } as const;
  const defaults = { column: 'code', order: 'asc', pageSize: 10, tabs: ['open'] } as const;
  const VIEW: ViewContent = {
    ...arrangement,
    tab: 'open',
    filters: { name: '*灯*', code: 'A' },
    sort: { field: 'size', order: 'asc' },
    pageSize: 30,
  };
  const now = (change: object = {}): ViewContent => ({ ...VIEW, ...change });

  test('goes through the address and comes back', () => {
    const here = paramsFromQuery({}, defaults);
    const query = queryOfParams(paramsOf(VIEW, here, 'v1'), defaults);
    const params = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const back = paramsFromQuery(params, defaults);
    expect(back).toMatchObject({ view: 'v1', pageNo: 1 });
    expect(contentOf(back, arrangement)).toEqual(VIEW);
  });

  test('is another once anything of it differs, in whatever order filters stand', () => {
    expect(isDifferent(VIEW, now(), null)).toBe(false);
    expect(isDifferent(VIEW, now({ filters: { code: 'A', name: '*灯*' } }), null)).toBe(false);
    for (const change of [
      { filters: { code: 'A' } },
      { tab: null },
      { pageSize: 20 },
      { sort: { field: 'size', order: 'desc' } },
      { density: 'compact' },
      { columns: columns.toReversed() },
      { columns: columns.map((one, at) => (at === 1 ? { ...one, width: 90 } : one)) },
    ])
      expect(isDifferent(VIEW, now(change), null), JSON.stringify(change)).toBe(true);
  });

  test('leaves open what it says nothing of', () => {
    const open = now({ sort: null, pageSize: null });
    expect(isDifferent(open, now(), VIEW.sort)).toBe(false);
    expect(isDifferent(open, now(), null)).toBe(true);
    expect(isDifferent(open, open, null)).toBe(false);
  });
});
