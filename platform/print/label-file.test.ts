import { expect, test } from 'vitest';
import { drawLabelPdf } from './label-drawing.ts';
import { countLabels, labelFormat, splitLabels } from './label-file.ts';
import { printedText } from './printed-text.ts';

const zpl = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

async function pdf(...texts: string[]): Promise<Uint8Array> {
  const labels = texts.map((text) => ({ lines: [{ text }] }));
  return (await drawLabelPdf({ widthMm: 100, heightMm: 150, labels })).bytes;
}

test.each([
  ['a label', '^XA^FO50,50^FD1Z999^FS^XZ', 1],
  ['two labels', '^XA^FDone^FS^XZ\r\n^XA^FDtwo^FS^XZ', 2],
  ['small letters', '^xa^fo50,50^fd1Z999^fs^xz', 1],
  ['the prefix of a driver', '\u0010CT~~CD,~CC^~CT~\n^XA~TA000^XZ\n^XA^FDone^FS^XZ', 1],
  ['a graphic that is kept first', '~DGR:LOGO.GRF,4,1,FFFFFFFF\n^XA^XGR:LOGO.GRF^FS^XZ', 1],
  ['a picture over the whole label', '^XA^FO0,0^GFA,4,4,1,FFFFFFFF^FS^XZ', 1],
  ['a form that is stored and recalled', '^XA^DFR:F^FN1^FS^XZ^XA^XFR:F^FN1^FDone^FS^XZ', 1],
])('ZPL is a label: %s', async (_what, text, count) => {
  expect(labelFormat(zpl(text))).toBe('zpl');
  expect(await countLabels(zpl(text))).toBe(count);
});

test('each ZPL label stands alone, with what sets up the printer before the first', async () => {
  const file = zpl('~DGR:A.GRF,1,1,FF\n^XA^MD10^XZ^XA^FDone\u00e9^FS^XZ^XA^FDtwo^FS^XZ^XA^IDR:A.GRF^FS^XZ');
  expect((await splitLabels(file)).map(textOf)).toEqual([
    '~DGR:A.GRF,1,1,FF\n^XA^MD10^XZ^XA^FDone\u00e9^FS^XZ',
    '~DGR:A.GRF,1,1,FF\n^XA^MD10^XZ^XA^FDtwo^FS^XZ^XA^IDR:A.GRF^FS^XZ',
  ]);
});

test('a PDF is its pages', async () => {
  const file = await pdf('甲', '乙');
  expect(labelFormat(file)).toBe('pdf');
  expect(await countLabels(file)).toBe(2);
  const parts = await splitLabels(file);
  expect((await Promise.all(parts.map(printedText))).flat(2)).toEqual(['甲', '乙']);
});

test.each([
  ['nothing', '', '文件是空的'],
  ['a page of an error', '<!DOCTYPE html><html>Service unavailable</html>', '文件是网页'],
  ['a page behind blanks and a mark of its code', '\u00ef\u00bb\u00bf\n <HTML><body>', '文件是网页'],
  ['a picture', '\u0089PNG\r\n\u001a\n0000', '文件是图片'],
  ['JSON', '{"error":"label not ready"}', '文件不是 PDF 或 ZPL'],
  ['commands of another printer', 'N\nq609\nA50,50,0,1,1,1,N,"x"\nP1\n', '文件不是 PDF 或 ZPL'],
])('%s is no label, and says so', async (_what, text, reason) => {
  expect(labelFormat(zpl(text))).toBeNull();
  const refused = { code: 'no_label', message: expect.stringContaining(reason) as string };
  await expect(countLabels(zpl(text))).rejects.toMatchObject(refused);
  await expect(splitLabels(zpl(text))).rejects.toMatchObject(refused);
});

test.each([
  ['cut off in its first label', '^XA^FO50,50^FD1Z999'],
  ['cut off in its second', '^XA^FDone^FS^XZ^XA^FDtw'],
  ['with nothing to print', '^XA^MD10^XZ'],
])('ZPL %s is damaged', async (_what, text) => {
  await expect(countLabels(zpl(text))).rejects.toMatchObject({ code: 'damaged' });
});
