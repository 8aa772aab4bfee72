import { expect, test } from 'vitest';
import { fileOfText } from './file-text.ts';

const PDF = '%PDF-1.7 \u00ff\u00fe>>?';
const BASE64 = Buffer.from(PDF, 'latin1').toString('base64');
const read = (text: string): string | null => {
  const bytes = fileOfText(text);
  return bytes && Buffer.from(bytes).toString('latin1');
};

test.each([
  ['as it is', BASE64],
  ['with its kind in front', `data:application/pdf;base64,${BASE64}`],
  ['with its kind and a name', `data:application/pdf;name=label.pdf;base64,${BASE64}`],
  ['in lines', BASE64.replace(/(.{10})/g, '$1\r\n')],
  ['in the alphabet of addresses', BASE64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
  ['in quotes', `"${BASE64}"`],
  ['encoded twice', Buffer.from(BASE64).toString('base64')],
])('base64 is read %s', (_how, text) => {
  expect(read(text)).toBe(PDF);
});

test('commands of a label printer are read as they are, words are no file', () => {
  expect(read('^XA^FD1^FS^XZ')).toBe('^XA^FD1^FS^XZ');
  expect(read('\u0010CT~~CD,~CC^~CT~\n^XA^FD1^FS^XZ')).toContain('^XA');
  expect(read(Buffer.from('^XA^FD1^FS^XZ').toString('base64'))).toBe('^XA^FD1^FS^XZ');
  expect(read('Label is not ready.')).toBeNull();
});
