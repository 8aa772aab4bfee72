import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { newFacts } from './sheet-facts.ts';
import { readSheet } from './sheet-reader.ts';
import { readTable } from './sheet-table.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Parts = {
  sheetData: string;
  /** Behind the rows. */
  merges?: string;
  other?: string;
  strings?: string;
  styles?: string;
  workbook?: string;
};

/** A workbook as other programs write it: shared strings, a hidden first sheet, styles. */
function workbook(parts: Parts): Buffer {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation(1, 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      parts.workbook ??
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
        '<sheet name="隐藏" sheetId="1" state="hidden" r:id="rId1"/>' +
        '<sheet name="数据" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships>' +
      relation(1, 'worksheet', 'worksheets/sheet1.xml') +
      relation(2, 'worksheet', 'worksheets/sheet2.xml') +
      relation(3, 'styles', 'styles.xml') +
      relation(4, 'sharedStrings', 'sharedStrings.xml') +
      '</Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${parts.other ?? '<row><c><v>1</v></c></row>'}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${MAIN}"><sheetData>${parts.sheetData}</sheetData>${parts.merges ?? ''}</worksheet>`,
    'xl/styles.xml': parts.styles ?? '<styleSheet/>',
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${parts.strings ?? ''}</sst>`,
  };
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(xml)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

async function cells(file: Buffer): Promise<(string | null)[][]> {
  const rows = await Array.fromAsync(readSheet(file));
  return rows.map((row) => row.cells);
}

test('shared strings: plain, rich, phonetic, escaped', async () => {
  const file = workbook({
    strings:
      '<si><t>型号</t></si><si><r><t>红</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 木</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_b</t></si><si/>',
    sheetData:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>' +
      '<c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>',
  });
  expect(await cells(file)).toEqual([['型号', '红 木', '東京', 'a\rb']]);
});

test('cells without a reference follow each other; gaps are null; empty rows are skipped', async () => {
  const file = workbook({
    sheetData:
      '<row><c t="inlineStr"><is><t>a</t></is></c><c><v>2</v></c></row><row r="3"><c r="A3" s="0"/></row>' +
      '<row r="5"><c r="C5"><v>7</v></c><c><v>8</v></c></row>',
  });
  expect(await Array.fromAsync(readSheet(file))).toEqual([
    { rowNumber: 1, cells: ['a', '2'] },
    { rowNumber: 5, cells: [null, null, '7', '8'] },
  ]);
});

test('a cell says the same however its tags are spelt, and damage in it is noticed', async () => {
  const spellings = [
    '<c r="B1" s="0" t="str"><v>a&amp;b &#20013;\r\n&lt;</v></c>',
    '<c t="str" r="B1"><v>a&amp;b &#20013;\r\n&lt;</v></c>',
    "<c r='B1' t='str' ><v >a&#38;b 中\n<![CDATA[<]]></v></c>",
    '<c r="B1" s="0" t="inlineStr"><is><t>a&amp;b 中\n&lt;</t></is></c>',
    '<c r="B1" t="inlineStr"><is><t xml:space="preserve">a&amp;b 中\n&lt;</t></is></c>',
    '<c r="B1" t="str"><f>x</f><v>a&amp;b 中\n&lt;</v></c>',
    '<x:c r="B1" t="str"><x:v>a&amp;b 中\n&lt;</x:v></x:c>',
  ];
  for (const cell of spellings)
    expect(await cells(workbook({ sheetData: `<row>${cell}<c><v>1</v></c></row>` }))).toEqual([
      [null, 'a&b 中\n<', '1'],
    ]);
  for (const cell of [
    '<c r="A1"><v>&e;</v></c>',
    '<c r="A1"><v>1</c></v>',
    '<c r="A1"><v>1</v>',
    '<c r="A1" s="0><v>1</v></c>',
    '<c r="A1" s="0><v>1</v></c><c r="B1"><v>1</v></c>',
    '><v>1</v></c><c r="A1" s="0',
  ])
    await expect(cells(workbook({ sheetData: `<row>${cell}</row>` }))).rejects.toMatchObject({
      code: 'unreadable',
    });
});

test('dates by style, times, durations, booleans, errors and formulas', async () => {
  const styles =
    '<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>' +
    '<numFmt numFmtId="165" formatCode="[$USD] #,##0.00;[Red]-0.00"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="166"/></cellXfs></styleSheet>';
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
  const file = workbook({
    styles,
    sheetData:
      `<row>${cell(0, '45992')}${cell(1, '45992')}${cell(2, '45992.7505787037')}${cell(3, '1')}</row>` +
      `<row>${cell(4, '45992.5')}${cell(5, '0.5')}${cell(6, '1.5')}${cell(2, '60')}${cell(2, '61')}</row>` +
      '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>' +
      '<c t="str"><f>A1&amp;"x"</f><v>算出</v></c><c><f>1+1</f><v>2</v></c><c t="d"><v>2026-11-21T08:00:00Z</v></c></row>' +
      '<row><c><v>0.30000000000000004</v></c><c><v>1.5E-7</v></c><c><v>12.50</v></c><c><v>123456789012</v></c></row>',
  });
  expect(await cells(file)).toEqual([
    ['45992', '2025-12-01 00:00:00', '2025-12-01 18:00:50', '1900-01-01 00:00:00'],
    ['45992.5', '12:00:00', '36:00:00', '1900-02-28 00:00:00', '1900-03-01 00:00:00'],
    ['TRUE', 'FALSE', '#N/A', '算出', '2', '2026-11-21 08:00:00'],
    ['0.3', '0.00000015', '12.50', '123456789012'],
  ]);
});

test('the 1904 calendar of old Macs and prefixed element names are understood', async () => {
  const file = workbook({
    workbook:
      `<x:workbook xmlns:x="${MAIN}" xmlns:q="${RELATIONS}"><x:workbookPr date1904="1"/>` +
      '<x:sheets><x:sheet name="a" sheetId="1" q:id="rId2"/></x:sheets></x:workbook>',
    styles: '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    sheetData: '<x:row xmlns:x="x"><x:c s="0"><x:v>44530</x:v></x:c></x:row>',
  });
  expect(await cells(file)).toEqual([['2025-12-01 00:00:00']]);
});

test('more rows, cells or columns than allowed are refused while reading', async () => {
  const rows = Array.from({ length: 50 }, () => '<row><c><v>1</v></c><c><v>2</v></c></row>').join('');
  const file = workbook({ sheetData: rows });
  const read = (limits: object) => Array.fromAsync(readSheet(file, limits));
  await expect(read({ maxRows: 49 })).rejects.toMatchObject({ code: 'too_many_rows' });
  await expect(read({ maxCells: 99 })).rejects.toMatchObject({ code: 'too_many_cells' });
  expect(await read({ maxRows: 50, maxCells: 100 })).toHaveLength(50);
  const wide = workbook({ sheetData: '<row><c r="XFD1"><v>1</v></c></row>' });
  await expect(cells(wide)).rejects.toMatchObject({ code: 'too_many_columns' });
});

const MERGED_PO =
  '<row r="1"><c t="inlineStr"><is><t>SKU</t></is></c><c t="inlineStr"><is><t>PO</t></is></c><c t="inlineStr"><is><t>金额</t></is></c></row>' +
  '<row r="2"><c t="str"><v>A1</v></c><c t="str"><v>PO-7</v></c><c><v>88</v></c></row>' +
  '<row r="3"><c t="str"><v>A2</v></c><c r="C3"/></row>' +
  '<row r="4"><c t="str"><v>A3</v></c></row>' +
  '<row r="5"><c t="str"><v>A4</v></c><c t="str"><v>PO-8</v></c></row>';

test('J10: what merged cells say is said of every row they cover, and marked', async () => {
  const file = workbook({
    sheetData: MERGED_PO,
    merges: '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="C2:C3"/></mergeCells>',
  });
  const headers = [{ title: 'SKU' }, { title: 'PO' }, { title: '金额' }];
  const first = await readTable(file, headers);
  await Array.fromAsync(first.rows);
  const { merges } = first.facts;
  expect(merges).toHaveLength(2);
  const rows = await Array.fromAsync((await readTable(file, headers, { merges })).rows);
  expect(rows.map(({ values }) => values)).toEqual([
    ['A1', 'PO-7', '88'],
    ['A2', 'PO-7', '88'],
    ['A3', 'PO-7', null],
    ['A4', 'PO-8', null],
  ]);
  const merged = (range: string) => ({ kind: 'merged', range, isWide: false });
  expect(rows.map(({ notes }) => [notes?.get(1), notes?.get(2)])).toEqual([
    [merged('B2:B4'), merged('C2:C3')],
    [merged('B2:B4'), merged('C2:C3')],
    [merged('B2:B4'), undefined],
    [undefined, undefined],
  ]);
});

test('errors, formulas that nobody calculated, long numbers, days and padded codes are marked', async () => {
  const file = workbook({
    styles:
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.00E+00"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="11"/><xf numFmtId="20"/><xf numFmtId="46"/></cellXfs></styleSheet>',
    sheetData:
      '<row><c t="e"><v>#N/A</v></c><c><f>83/2</f></c><c><f>1+1</f><v>2</v></c><c t="str"><f>""</f><v></v></c>' +
      '<c><v>1.1234567890123457E+17</v></c><c><v>123456789012345</v></c>' +
      '<c s="1"><v>45992</v></c><c s="2"><v>8817</v></c><c s="3"><v>0.05</v></c>' +
      '<c s="4"><v>1200000</v></c><c s="5"><v>1000</v></c><c s="5"><v>112345678901</v></c>' +
      '<c s="6"><v>0.4305555</v></c><c s="7"><v>1.0486111</v></c></row>',
  });
  const [row] = await Array.fromAsync(readSheet(file));
  expect(row?.cells).toEqual([
    '#N/A',
    '=83/2',
    '2',
    null,
    '112345678901235000',
    '123456789012345',
    '2025-12-01 00:00:00',
    '8817',
    '5%',
    '1200000',
    '1000',
    '112345678901',
    '10:20:00',
    '25:10:00',
  ]);
  expect([...(row?.notes ?? [])]).toEqual([
    [0, { kind: 'error' }],
    [1, { kind: 'formula' }],
    [4, { kind: 'digits' }],
    [6, { kind: 'day' }],
    [7, { kind: 'shown', shown: '08817' }],
    [9, { kind: 'exponent', shown: '1.20E+06' }],
    [10, { kind: 'exponent', shown: '1.00E+03' }],
    [12, { kind: 'clock' }],
    [13, { kind: 'clock' }],
  ]);
});

test('J10: other sheets with anything in them and hidden rows are named', async () => {
  const look = async (other: string) => {
    const facts = newFacts();
    const sheetData = '<row><c><v>1</v></c></row><row r="2" hidden="1"><c><v>2</v></c></row><row r="3" hidden="1"/>';
    await Array.fromAsync(readSheet(workbook({ sheetData, other }), {}, { facts }));
    return facts;
  };
  expect(await look('<row><c><v>1</v></c></row>')).toMatchObject({
    sheetName: '数据',
    otherSheets: [{ name: '隐藏', isHidden: true }],
    hiddenRows: { count: 1, first: [2] },
  });
  expect(await look('')).toMatchObject({ otherSheets: [] });
});

test('a page of instructions before the data is passed over', async () => {
  const file = workbook({
    sheetData: '<row><c t="str"><v>SKU</v></c></row><row><c t="str"><v>A1</v></c></row>',
    other: '<row><c t="str"><v>填写说明</v></c></row>',
    workbook:
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      '<sheet name="说明" sheetId="1" r:id="rId1"/><sheet name="数据" sheetId="2" r:id="rId2"/></sheets></workbook>',
  });
  const table = await readTable(file, [{ title: 'SKU', required: true }]);
  expect((await Array.fromAsync(table.rows)).map(({ values }) => values)).toEqual([['A1']]);
  expect(table.facts).toMatchObject({
    sheetName: '数据',
    otherSheets: [{ name: '说明', isHidden: false }],
  });
});
