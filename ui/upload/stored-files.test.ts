import { expect, test } from 'vitest';
import { nameOf, readFiles, shortName, sizeText, writeFiles } from './stored-files.ts';

const ID = '01a1fe98c7ef71a8b315630db2b19b08';
const path = `temp/说明书_${ID}.pdf`;

test('a value is read as paths or as files, and written as it is asked for', () => {
  const files = readFiles(`${path}, https://cdn.example/a%20b.png?v=1,`);
  expect(files).toEqual([
    { fileName: '说明书.pdf', filePath: path, fileSize: null },
    { fileName: 'a b.png', filePath: 'https://cdn.example/a%20b.png?v=1', fileSize: null },
  ]);
  expect(writeFiles(files, true)).toBe(`${path},https://cdn.example/a%20b.png?v=1`);
  expect(readFiles(writeFiles(files, false))).toEqual(files);
  for (const empty of ['', null, undefined, []]) expect(readFiles(empty)).toEqual([]);
  expect(writeFiles([], true)).toBe('');
});

test('a name is shown without the id behind it, and cut by signs rather than halves of them', () => {
  expect(nameOf(`a/b/销售_2026_${ID}.xlsx`)).toBe('销售_2026.xlsx');
  expect(nameOf('temp/100%.png')).toBe('100%.png');
  expect(shortName('说明书.pdf')).toBe('说明书.p…');
  expect(shortName('𠮷野家.pn')).toBe('𠮷野家.p…');
  expect(shortName('a.png')).toBe('a.png');
  expect([sizeText(900), sizeText(2_000_000)]).toEqual(['900 B', '1.9 MB']);
});
