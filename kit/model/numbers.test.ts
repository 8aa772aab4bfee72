import { expect, test } from 'vitest';
import { cpuMs } from '#tests/harness/cpu-time.ts';
import { covers } from '#tests/spec/covers.ts';
import { MOST_NUMBERS, numbersFault, pastedNumbers, readNumbers } from './numbers.ts';

const AB = ['CS100001', 'CS100002'];

test.each<[string, string, string[]]>([
  ['a column of a sheet', 'CS100001\r\nCS100002\r\n', AB],
  ['a row of a sheet', 'CS100001\tCS100002', AB],
  ['lines of a chat with gaps', '\n  CS100001 \n\n\n CS100002\n', AB],
  ['commas', 'CS100001,CS100002', AB],
  ['Chinese commas', 'CS100001，CS100002、CS100003', [...AB, 'CS100003']],
  ['semicolons', 'CS100001;CS100002；', AB],
  ['blanks between codes', 'CS100001 CS100002', AB],
  ['wide blanks between codes', 'CS100001　CS100002', AB],
  ['commas inside lines', 'CS100001,CS100002\nCS100003', [...AB, 'CS100003']],
  ['twice the same, in other letters', 'CS100001\ncs100001\nCS100002', AB],
  ['quotes around each', '"CS100001","CS100002"', ['CS100001', 'CS100002']],
  ['a quoted cell of two lines', '"CS100001\nCS100002"\nCS100003', [...AB, 'CS100003']],
  ['doubled quotes of a sheet', '"OAK 24"""\nOAK 36', ['OAK 24"', 'OAK 36']],
  ['the apostrophe that makes a cell a text', "'0012345\n'0012346", ['0012345', '0012346']],
  ['signs that nobody sees', '\u200bCS100001\n\ufeffCS100002', AB],
  ['names with blanks, line by line', '橡木 餐桌\nNelly Ottoman', ['橡木 餐桌', 'Nelly Ottoman']],
  ['capitals joined by hyphens', 'WB-OAK,WB-ELM', ['WB-OAK', 'WB-ELM']],
  ['one number again and again', 'CS100001\nCS100001', ['CS100001']],
])('many: %s', (_, text, numbers) => {
  covers('ours: many numbers at once');
  expect(pastedNumbers(text)).toEqual(numbers.length > 0 ? numbers : null);
});

test.each([
  ['one number', 'CS100001'],
  ['one cell of a sheet', 'CS100001\r\n'],
  ['a name', 'Nelly Ottoman'],
  ['a name with a comma', 'Smith, John'],
  ['a name with a hyphen', 'Jean-Luc, Mary-Ann'],
  ['Chinese words', '橡木 餐桌'],
  ['a product with its size', 'Oak table 60'],
  ['sizes', '60 cm'],
  ['a number and a name', 'CS100001 Smith'],
  ['nothing', '  \n '],
])('an ordinary keyword: %s', (_, text) => {
  expect(pastedNumbers(text) ?? []).toHaveLength(0);
});

test('what is edited line by line is read so, one alone too', () => {
  expect(readNumbers('橡木 餐桌')).toEqual(['橡木 餐桌']);
  expect(readNumbers('CS100001 CS100002')).toEqual(AB);
  expect(readNumbers(' ')).toEqual([]);
});

test('two hundred can be asked for, one more is named with its number', () => {
  const many = Array.from({ length: MOST_NUMBERS + 1 }, (_, at) => `CS${100_000 + at}`);
  expect(MOST_NUMBERS).toBe(200);
  expect(numbersFault(many.slice(0, 200))).toBeNull();
  expect(numbersFault(many)).toBe('一次最多查找 200 个，现有 201 个，请删去 1 个后再查');
  expect(numbersFault([])).toBe('请粘贴要查找的号码');
  expect(numbersFault(['x'.repeat(101)])).toContain('有 101 个字，单个最多 100 个字');
  expect(numbersFault(['x'.repeat(100)])).toBeNull();
});

test('a hundred thousand signs are read at once', async () => {
  const ms = await cpuMs(() => {
    pastedNumbers(`"${'a'.repeat(100_000)}`);
    pastedNumbers('"\t'.repeat(50_000));
    readNumbers(' ,'.repeat(50_000));
  });
  expect(ms).toBeLessThan(1000);
});
