import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { ApiError } from '../http/api-error.ts';
import type { UploadValue } from './stored-files.ts';
import { UploadList, type UploadRules } from './upload-list.ts';

interface Flight {
  name: string;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
  land: (path: string) => Promise<void>;
  crash: (error: Error) => Promise<void>;
}

/** A list whose files are sent by hand. */
function listOf(rules: Partial<UploadRules> = {}) {
  const flights: Flight[] = [];
  const values: UploadValue[] = [];
  const words: string[] = [];
  const list = new UploadList(
    (file, watched) =>
      new Promise((resolve, reject) => {
        const after = async (): Promise<void> => {
          await Promise.resolve();
        };
        flights.push({
          name: file.name,
          ...watched,
          land: (path) => (resolve(path), after().then(after)),
          crash: (error) => (reject(error), after().then(after)),
        });
      }),
    { limit: 0, isSingle: false, isPictureOnly: false, returnUrl: true, ...rules },
    { onChange: (value) => values.push(value), onRefused: (text) => words.push(text) },
  );
  return { list, flights, values, words, flight: (n: number) => flights[n] as Flight };
}

const file = (name: string, type = 'image/png'): File => new File(['x'], name, { type });
const shown = (list: UploadList): string[] =>
  list.entries.map(({ name, status, percent, message }) => `${name} ${status} ${percent} ${message}`.trim());

test('the value changes when a file is there or taken out, never on the way', async () => {
  covers('§4 upload');
  const { list, flight, values } = listOf();
  list.show('temp/old.png');
  list.add([file('a.png'), file('b.png')]);
  flight(0).onProgress(40);
  expect(shown(list)).toEqual(['old.png done 100', 'a.png uploading 40', 'b.png uploading 0']);
  expect(values).toEqual([]);
  await flight(1).land('temp/b.png');
  await flight(0).land('temp/a.png');
  // In the order in which they were chosen, whichever was faster.
  expect(values).toEqual(['temp/old.png,temp/b.png', 'temp/old.png,temp/a.png,temp/b.png']);
  list.remove(list.entries[0]?.uid ?? '');
  expect(values.at(-1)).toBe('temp/a.png,temp/b.png');
});

test('what fails keeps its words and its file, and goes again when asked', async () => {
  covers('§4 upload');
  const { list, flight, flights, values } = listOf();
  list.add([file('a.png')]);
  await flight(0).crash(new ApiError(422, '上传失败，非法文件类型：png'));
  expect(shown(list)).toEqual(['a.png error 0 上传失败，非法文件类型：png']);
  list.retryUnsent();
  expect(flights).toHaveLength(1);
  list.retry(list.entries[0]?.uid ?? '');
  await flight(1).crash(new ApiError(0, '网络连接失败'));
  // A lost connection is nobody's fault: once it is back the upload goes on.
  list.retryUnsent();
  await flight(2).land('temp/a.png');
  expect(values).toEqual(['temp/a.png']);
});

test('what was given up neither comes back nor changes the value', async () => {
  covers('§3 grid columns and cells');
  const { list, flight, flights, values } = listOf();
  list.add(['1', '2', '3', '4'].map((name) => file(name)));
  expect(flights.map(({ name }) => name)).toEqual(['1', '2', '3']);
  list.remove(list.entries[0]?.uid ?? '');
  expect(flight(0).signal.aborted).toBe(true);
  expect(flights).toHaveLength(4);
  await flight(0).land('temp/1');
  expect(values).toEqual([]);
  list.stop();
  expect(list.entries).toEqual([]);
  expect(flights.every(({ signal }) => signal.aborted)).toBe(true);
});

test('pictures only, and only so many', () => {
  const { list, words, flights } = listOf({ isPictureOnly: true, limit: 2 });
  list.show('temp/old.png');
  list.add([file('a.pdf', 'application/pdf'), file('b.png'), file('c.png')]);
  expect(words).toEqual(['请上传图片', '最多上传 2 个文件']);
  expect(flights.map(({ name }) => name)).toEqual(['b.png']);
});

test('a single file takes the place of the old one when it is there, not before', async () => {
  const { list, flight, values } = listOf({ isSingle: true });
  list.show('temp/old.png');
  list.add([file('a.png'), file('b.png')]);
  await flight(0).crash(new ApiError(500, '操作失败'));
  list.add([file('c.png')]);
  expect(shown(list)).toEqual(['old.png done 100', 'c.png uploading 0']);
  await flight(1).land('temp/c.png');
  expect(values).toEqual(['temp/c.png']);
  expect(shown(list)).toEqual(['c.png done 100']);
});

test('a value from outside is shown beside what is on its way; one of our own changes nothing', async () => {
  const { list, flight } = listOf({ returnUrl: false });
  list.add([file('a.png')]);
  list.show([{ fileName: '合同.pdf', filePath: 'temp/c.pdf', fileSize: 7 }]);
  expect(shown(list)).toEqual(['合同.pdf done 100', 'a.png uploading 0']);
  await flight(0).land('temp/a.png');
  const before = list.entries;
  list.show('temp/c.pdf,temp/a.png');
  expect(list.entries).toBe(before);
  list.show('');
  expect(list.entries).toEqual([]);
});

test('a value from outside keeps every file that is on its way or has failed', async () => {
  const { list, flight, flights, values } = listOf({ limit: 4 });
  list.add([file('a.png'), file('b.png'), file('c.png'), file('d.png'), file('e.png')]);
  await flight(0).crash(new ApiError(422, '坏'));
  list.show('temp/old.png');
  // The third and the fourth are still under way; the fifth was one too many.
  expect(shown(list)).toEqual([
    'old.png done 100',
    'a.png error 0 坏',
    'b.png uploading 0',
    'c.png uploading 0',
    'd.png uploading 0',
  ]);
  await flight(1).land('temp/b.png');
  await flight(2).land('temp/c.png');
  expect(flights).toHaveLength(4);
  expect(values.at(-1)).toBe('temp/old.png,temp/b.png,temp/c.png');
  expect(list.isBusy).toBe(true);
  await flight(3).land('temp/d.png');
  expect(list.isBusy).toBe(false);
});

test('files are moved within the list only', () => {
  const { list, values } = listOf();
  list.show('1,2,3');
  const [first, , last] = list.entries;
  expect(list.move(first?.uid ?? '', -1)).toBe(false);
  expect(list.move(last?.uid ?? '', 3)).toBe(false);
  expect(list.move(last?.uid ?? '', 0)).toBe(true);
  expect(values).toEqual(['3,1,2']);
});
