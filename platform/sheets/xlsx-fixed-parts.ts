import { xmlText } from './xlsx-text.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a one-sheet workbook that do not depend on its rows, in the order to write them. */
export function xlsxFixedParts(sheetName: string): [name: string, xml: string][] {
  return [
    ['[Content_Types].xml', DECLARATION + contentTypes()],
    ['_rels/.rels', DECLARATION + relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', DECLARATION + workbook(sheetName)],
    [
      'xl/_rels/workbook.xml.rels',
      DECLARATION +
        relations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
    ],
    ['xl/styles.xml', DECLARATION + styles()],
  ];
}

function contentTypes(): string {
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>` +
    '</Types>'
  );
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function workbook(sheetName: string): string {
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><sheets>` +
    `<sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  );
}

/** Cell formats by position: 0 general, 1 bold header, 2 text. */
function styles(): string {
  const font = (extra: string) => `<font>${extra}<sz val="11"/><name val="Calibri"/></font>`;
  const xf = (attributes: string) => `<xf borderId="0" fillId="0" xfId="0" ${attributes}/>`;
  return (
    `<styleSheet xmlns="${MAIN}"><fonts count="2">${font('')}${font('<b/>')}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="3">${xf('numFmtId="0" fontId="0"')}` +
    `${xf('numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"')}` +
    `${xf('numFmtId="49" fontId="0" applyNumberFormat="1"')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
