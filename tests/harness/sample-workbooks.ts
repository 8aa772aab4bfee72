import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { utils, write } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';

/** The parts of a workbook by their names, as text. */
export type WorkbookText = Readonly<Record<string, string>>;

/** Small workbooks as different programs write them. */
export const sampleWorkbooks = async (): Promise<WorkbookText[]> => [
  OFFICE,
  ODD,
  unpacked(await ownBytes()),
  unpacked(libraryBytes()),
];

/** The parts that are read of a workbook. */
const READ = /\.rels$|Types|workbook|sheet|styles|strings/i;

const unpacked = (bytes: Uint8Array): WorkbookText =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes))
      .filter(([name]) => READ.test(name))
      .map(([name, part]) => [name, strFromU8(part)]),
  );

const TITLES = ['编码', '名称', '数量', '单价'];
const ROWS = [
  ['SKU-1', '实木床头柜 <两件装> & “胡桃色”', 12, 99.5],
  ['SKU-2', '第一行\n第二行', 0, 0.1 + 0.2],
  ['SKU-3', null, 7, null],
];

async function ownBytes(): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(out),
    writeXlsx(out, { sheetName: '商品', columns: TITLES.map((title) => ({ title })), rows: ROWS }),
  ]);
  return bytes;
}

function libraryBytes(): Uint8Array {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([TITLES, ...ROWS, [true, new Date(Date.UTC(2026, 0, 2))]]);
  utils.book_append_sheet(book, sheet, '商品');
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (...entries: [type: string, target: string][]): string =>
  `${HEAD}<Relationships>${entries
    .map(([type, target], n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Shared, rich and phonetic strings, formats, a hidden sheet before the one that is read. */
const OFFICE: WorkbookText = {
  '[Content_Types].xml': `${HEAD}<Types/>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml':
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="0"/><sheets>` +
    '<sheet name="隐藏" sheetId="1" state="hidden" r:id="rId0"/>' +
    '<sheet name="数据" sheetId="2" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations(
    ['worksheet', 'hidden.xml'],
    ['worksheet', '/xl/worksheets/sheet2.xml'],
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ),
  'xl/hidden.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml':
    `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1:F4"/><sheetData>` +
    '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>3</v></c></row>' +
    '<row r="2"><c r="A2" s="1"><v>46024.5</v></c><c r="B2" s="2"><v>1.5</v></c><c r="C2"><v>1E-3</v></c>' +
    '<c r="D2" t="b"><v>1</v></c><c r="E2" t="e"><v>#N/A</v></c><c r="F2" s="0"/></row>' +
    '<row r="4"><c r="A4" t="str"><f>A1&amp;"x"</f><v>a_x000D_b &amp; c</v></c><c r="C4" t="d"><v>2026-01-02T03:04:05Z</v></c>' +
    '<c r="AA4" t="inlineStr"><is><t xml:space="preserve"> 中文 😀</t></is></c></row>' +
    '</sheetData><pageMargins left="0.7"/></worksheet>',
  'xl/styles.xml':
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="[h]:mm;&quot;x&quot;"/></numFmts>` +
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    `${HEAD}<sst xmlns="${MAIN}"><si><t>型号</t></si><si><r><t>红</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 木</t></r></si>` +
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>&#20013;&#x6587;</t></si><si/></sst>',
};

/** What is allowed and seldom seen: prefixes, comments, CDATA, marks of other programs, no references. */
const ODD: WorkbookText = {
  ...OFFICE,
  'xl/workbook.xml':
    `<?xml version='1.0'?><!-- made elsewhere --><x:workbook xmlns:x='${MAIN}' xmlns:q='${RELATIONS}'>` +
    "<x:workbookPr date1904 = 'true' /><x:sheets><x:sheet name='&lt;一&gt;' sheetId='1' q:id='rId1'/></x:sheets></x:workbook>\n",
  'xl/worksheets/sheet2.xml':
    `<?mso-application progid="Excel.Sheet"?><x:worksheet xmlns:x="${MAIN}"><x:sheetData>\r\n` +
    '<x:row><x:c t="inlineStr"><x:is><x:t>a<!-- b -->c<![CDATA[<&\r\n]]>d</x:t></x:is></x:c><x:c\t><x:v>2</x:v></x:c></x:row>' +
    '<row r="3"><c t="str" r="B3"><v>甲\r\n乙\r丙&#13;</v></c><?ours?><c r="C3"><v>\n 7 </v></c><ext><c r="D3"><v>8</v></c></ext></row>' +
    "<row r='5' ><c r='c5'><v >0.1</v ></c><c/></row></x:sheetData></x:worksheet><!-- end -->",
};
