import { expect, test } from 'vitest';
import type { Chapter } from '#tests/spec/lines.ts';
import { lineFaults, renderSpecMap } from '#tools/check-spec-map.ts';
import { findMarks } from '#tools/spec-marks.ts';

const IMPORT = "import { covers } from '#tests/spec/covers.ts';\n";
const marksOf = (source: string, path = 'kit/web/a.test.ts') => findMarks([{ path, source: IMPORT + source }]);
const faultsOf = (source: string): string[] => marksOf(source).faults;

const CHAPTERS: Chapter[] = [
  {
    title: '§8 Error catalogue',
    lines: {
      '§8 blob errors': { says: 'blob answers are judged alike', where: ['ui/http/http.ts'] },
      '§8 theme': { says: '正在编译主题！', where: [], untested: 'not built yet' },
    },
  },
];
const MARK = { line: '§8 blob errors', file: 'ui/http/http.test.ts' };

test.each([
  ['first in a test', `test('a', () => { covers('§8 x'); expect(1 + 1).toBe(2); });`],
  ['in a test of a table', `test.each([1])('%s', (n) => { covers('§8 x'); expect(n).toBe(1); });`],
  ['before a time limit', `test('a', async () => { covers('§8 x'); expect(f()).toBe(1); }, 9);`],
  [
    'where a function of the file asserts',
    `const shows = (n) => expect(n).toBe(1);\ntest('a', () => { covers('§8 x'); shows(1); });`,
  ],
])('a mark counts %s', (_where, source) => {
  expect(marksOf(source)).toEqual({
    marks: [{ line: '§8 x', file: 'kit/web/a.test.ts' }],
    faults: [],
  });
});

test.each([
  ['without an assertion', `test('a', () => { covers('§8 x'); f(); });`, /asserts nothing/],
  [
    'with an assertion about a literal',
    `test('a', () => { covers('§8 x'); expect(true).toBe(true); });`,
    /asserts nothing/,
  ],
  ['in a test that never runs', `test.skip('a', () => { covers('§8 x'); expect(f()).toBe(1); });`, /under skip/],
  ['behind a condition', `test('a', () => { if (no) { covers('§8 x'); } expect(f()).toBe(1); });`, /stands first/],
  [
    'behind what may end the test',
    `test('a', () => { if (no) return; covers('§8 x'); expect(f()).toBe(1); });`,
    /stands first/,
  ],
  ['outside of a test', `covers('§8 x');`, /stands first/],
  ['by a text that is computed', "test('a', () => { covers(`§8 ${x}`); expect(f()).toBe(1); });", /plain texts/],
])('a mark %s is refused', (_how, source, why) => {
  expect(faultsOf(source)).toEqual([expect.stringMatching(why)]);
});

test('what something else calls so is no mark, nor is one outside of tests', () => {
  const other = `import { covers } from './roles.ts';\ntest('a', () => { covers('orders:*'); });`;
  expect(findMarks([{ path: 'kit/web/a.test.ts', source: other }]).marks).toEqual([]);
  expect(marksOf(`covers('§8 x');`, 'kit/web/a.ts')).toEqual({ marks: [], faults: [] });
});

test('every line is shown by a test or says why not, and a mark names a line', () => {
  expect(lineFaults(CHAPTERS, [MARK])).toEqual([]);
  expect(lineFaults(CHAPTERS, [])).toEqual(['“§8 blob errors”: no test is marked with it']);
  const both = { ...MARK, line: '§8 theme' };
  expect(lineFaults(CHAPTERS, [MARK, both])[0]).toMatch(/§8 theme”: a test is marked/);
  const gone = { ...MARK, line: '§8 blob erors' };
  expect(lineFaults(CHAPTERS, [MARK, gone])).toEqual(['ui/http/http.test.ts: no line is “§8 blob erors”']);
});

test('the map names line, place and test, each test once', () => {
  const map = renderSpecMap(CHAPTERS, [MARK, MARK]);
  expect(map).toContain('## §8 Error catalogue');
  expect(map).toContain('| §8 blob errors | blob answers are judged alike | ui/http/http.ts | ui/http/http.test.ts |');
  expect(map).toContain('| §8 theme | 正在编译主题！ |  | not built yet |');
});
