import { expect, test } from 'vitest';
import { date, integer, price, sealed, text, textarea } from '#kit/model/field.ts';
import { readSheetCell } from './sheet-cell.ts';

const PO = text('PO号', { max: 64 });
const answers = (...about: Parameters<typeof readSheetCell>) => {
  const read = readSheetCell(...about);
  return 'text' in read ? read.text : read.fault.code;
};

test('errors and formulas without a value are no data of any column', () => {
  for (const field of [PO, integer('数量'), textarea('备注'), date('日期')]) {
    expect(answers(field, '#N/A', { kind: 'error' })).toBe('sheet.error');
    expect(answers(field, '=83/2', { kind: 'formula' })).toBe('sheet.formula');
  }
  // As texts they stand in files of commas and in pasted values.
  expect(answers(PO, '#REF!', undefined)).toBe('sheet.error');
  expect(answers(PO, 'Err:502', undefined)).toBe('sheet.error');
  expect(answers(PO, '########', undefined)).toBe('sheet.error');
  expect(answers(PO, '#12', undefined)).toBe('#12');
});

test('numbers that lost digits are refused, also where they are texts', () => {
  expect(answers(PO, '112345678901234570', { kind: 'digits' })).toBe('sheet.digits');
  expect(answers(PO, '1.12346E+17', undefined)).toBe('sheet.shortened');
  expect(answers(PO, '112345678901234567', undefined)).toBe('112345678901234567');
  // An SKU may well be spelt with an E.
  expect(answers(PO, '12E-5', undefined)).toBe('12E-5');
});

test('a code that became a day is refused, a code is read as its format shows it', () => {
  expect(answers(PO, '2026-05-03 00:00:00', { kind: 'day' })).toBe('sheet.day');
  expect(answers(date('日期'), '2026-05-03 00:00:00', { kind: 'day' })).toBe('2026-05-03 00:00:00');
  expect(answers(textarea('备注'), '2026-05-03 00:00:00', { kind: 'day' })).toBe('2026-05-03');
  expect(answers(PO, '8817', { kind: 'shown', shown: '08817' })).toBe('08817');
  expect(answers(integer('数量'), '8817', { kind: 'shown', shown: '08817' })).toBe('8817');
});

test('a code that became a time or a number with an exponent is refused, a time that is asked for is one', () => {
  expect(answers(PO, '10:20:00', { kind: 'clock' })).toBe('sheet.day');
  expect(answers(PO, '25:10:00', { kind: 'clock' })).toBe('sheet.day');
  const cutoff = text('截单时间', { max: 5, rule: 'timeOfDay' });
  expect(answers(cutoff, '14:00:00', { kind: 'clock' })).toBe('14:00');
  expect(answers(cutoff, '9:05:00', { kind: 'clock' })).toBe('09:05');
  expect(answers(textarea('备注'), '10:20:00', { kind: 'clock' })).toBe('10:20:00');
  expect(answers(PO, '1200000', { kind: 'exponent', shown: '1.20E+06' })).toBe('sheet.shortened');
  expect(answers(integer('数量'), '1200000', { kind: 'exponent', shown: '1.20E+06' })).toBe('1200000');
});

test('the apostrophe that made a cell a text is no part of a code or a figure', () => {
  expect(answers(PO, "'08817", undefined)).toBe('08817');
  expect(answers(integer('数量'), "'3", undefined)).toBe('3');
  expect(answers(price('单价'), "'1,200.50", undefined)).toBe('1,200.50');
  // Words that begin with one keep it.
  expect(answers(PO, "'t Hooft 7", undefined)).toBe("'t Hooft 7");
  expect(answers(PO, "'90s' 7", undefined)).toBe("'90s' 7");
  expect(answers(textarea('备注'), "'08817", undefined)).toBe("'08817");
});

test('a title that stands twice, and a figure that may be two, are named with what to do', () => {
  expect(readSheetCell(integer('数量'), '3', { kind: 'doubled', columns: 'D、F' })).toMatchObject({
    fault: { code: 'sheet.doubled', message: '数量有几列（D、F 列），内容不同，请只保留一列' },
  });
  expect(answers(price('单价'), '1,500', { kind: 'doubt' })).toBe('sheet.doubt');
});

test('a name or an address with a line break in its cell is one line, remarks keep theirs', () => {
  expect(answers(sealed('地址', { max: 200 }), '12 Main St \r\nApt 4', undefined)).toBe('12 Main St Apt 4');
  expect(answers(text('名称', { max: 255 }), '云杉\n双人床', undefined)).toBe('云杉 双人床');
  expect(answers(textarea('备注'), '轻放\n易碎', undefined)).toBe('轻放\n易碎');
  expect(answers(text('运单号', { written: 'trackingNo' }), '748520137796\n748520137797', undefined)).toBe(
    '748520137796\n748520137797',
  );
});

test('a row is refused as a whole where a separator moved its values', () => {
  expect(readSheetCell(PO, 'PO-7', { kind: 'shifted', values: 13, columns: 12 })).toMatchObject({
    fault: { code: 'sheet.shifted', message: expect.stringMatching(/^本行有 13 个值，表头只有 12 列/) as string },
  });
});

test('merged cells are shared out over rows, never figures and never over columns', () => {
  const merged = (isWide: boolean) => ({ kind: 'merged', range: 'A2:A4', isWide }) as const;
  expect(answers(PO, 'PO-7', merged(false))).toBe('PO-7');
  expect(answers(PO, 'PO-7', merged(true))).toBe('sheet.merged');
  expect(answers(integer('数量'), '3', merged(false))).toBe('sheet.merged');
  expect(answers(price('单价'), '88', merged(false))).toBe('sheet.merged');
  expect(readSheetCell(integer('数量'), '3', merged(false))).toMatchObject({
    fault: { message: '数量在合并单元格 A2:A4 内，请取消合并并逐行填写' },
  });
});

test('signs that nobody sees are left out of codes', () => {
  expect(answers(PO, ' PO-7\u200b', undefined)).toBe('PO-7');
  expect(answers(PO, '\ufeffPO\u00ad-7', undefined)).toBe('PO-7');
  expect(answers(PO, 'ＰＯ－７', undefined)).toBe('PO-7');
  expect(answers(PO, '上海仓（Ａ）', undefined)).toBe('上海仓（Ａ）');
  // In prose, what joins an emoji stays.
  expect(answers(textarea('备注'), '易\u0000碎\u0007 \ud83d\udc68\u200d\ud83d\udd27\n轻放', undefined)).toBe(
    '易碎 \ud83d\udc68\u200d\ud83d\udd27\n轻放',
  );
});
