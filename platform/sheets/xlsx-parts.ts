import { posix } from 'node:path';
import { cellFormat } from './cell-values.ts';
import type { CellFormat } from './cell-values.ts';
import { cellTooLong } from './row-meter.ts';
import type { SafeZip } from './safe-zip.ts';
import { createSharedStrings } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetFacts } from './sheet-facts.ts';
import { MAX_STORED_CHARS } from './sheet-limits.ts';
import { decodeCellText } from './xlsx-text.ts';
import { parseXml, utf8Chunks } from './xml-events.ts';
import type { OpenXmlParser, XmlAttributes, XmlHandlers } from './xml-events.ts';

/** What reading the rows of a sheet needs from the rest of the workbook. */
export type WorkbookParts = {
  sheetPart: string;
  sheetName: string;
  otherSheets: SheetFacts['otherSheets'];
  date1904: boolean;
  /** Values of formulas are to be replaced by whoever opens the workbook. */
  isStale: boolean;
  /** By cell format number (`s`). */
  formats: CellFormat[];
  sharedStrings: SharedStrings;
};

/** Feeds a part to a parser. */
type ReadXml = (part: string, handlers: XmlHandlers) => Promise<void>;

type Relation = { id: string; type: string; target: string };

/** @param chosen which of the visible sheets is read, from 0 */
export async function readWorkbookParts(zip: SafeZip, openParser: OpenXmlParser, chosen = 0): Promise<WorkbookParts> {
  const readXml: ReadXml = (part, handlers) => parseXml(zip.read(part), handlers, openParser);
  if (!zip.has('[Content_Types].xml')) {
    throw new SheetError('unsupported', '文件不是 Excel 工作簿');
  }
  if (zip.has('xl/vbaProject.bin')) {
    throw new SheetError('unsupported', '不支持含宏的工作簿，请另存为 .xlsx 后再导入');
  }
  const root = await readRelations(zip, readXml, '');
  const workbookPart = root.find((relation) => relation.type === 'officeDocument')?.target;
  if (!workbookPart || !workbookPart.endsWith('.xml') || !zip.has(workbookPart)) {
    throw new SheetError('unsupported', '不支持的工作簿格式，请另存为 .xlsx 后再导入');
  }
  const relations = await readRelations(zip, readXml, workbookPart);
  const { sheets, ...about } = await readWorkbook(readXml, workbookPart, relations);
  const sheet = sheets.filter(({ state }) => state === 'visible')[chosen];
  if (!sheet || !zip.has(sheet.part)) throw new SheetError('empty', '文件中没有可读取的工作表');
  const part = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return target !== undefined && zip.has(target) ? target : undefined;
  };
  return {
    ...about,
    sheetPart: sheet.part,
    sheetName: sheet.name,
    otherSheets: await filledSheets(
      zip,
      sheets.filter((one) => one !== sheet),
    ),
    formats: await readFormats(readXml, part('styles')),
    sharedStrings: await readSharedStrings(readXml, part('sharedStrings')),
  };
}

async function readRelations(zip: SafeZip, readXml: ReadXml, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!zip.has(name)) return relations;
  await readXml(name, {
    open(element, attributes) {
      if (element !== 'Relationship' || attributes.TargetMode === 'External') return;
      const target = attributes.Target ?? '';
      relations.push({
        id: attributes.Id ?? '',
        type: posix.basename(attributes.Type ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
  });
  return relations;
}

type Sheet = { name: string; part: string; state: string };

async function readWorkbook(
  readXml: ReadXml,
  part: string,
  relations: readonly Relation[],
): Promise<{ sheets: Sheet[]; date1904: boolean; isStale: boolean }> {
  const isSet = (flag: string | undefined): boolean => /^(?:1|true)$/.test(flag ?? '');
  let date1904 = false;
  let isStale = false;
  const sheets: Sheet[] = [];
  await readXml(part, {
    open(element, attributes) {
      if (element === 'workbookPr') date1904 = isSet(attributes.date1904);
      if (element === 'calcPr') isStale = isSet(attributes.fullCalcOnLoad);
      if (element !== 'sheet') return;
      const id = relationId(attributes);
      const target = relations.find((one) => one.id === id && one.type === 'worksheet')?.target;
      if (target === undefined) return;
      const { name = '', state = 'visible' } = attributes;
      sheets.push({ name, part: target, state });
    },
    close() {},
  });
  return { sheets, date1904, isStale };
}

/** More sheets than people name one by one. */
const MOST_OTHERS = 20;
const CONTENT = /<(?:\w+:)?(?:v|is)[\s>]/;
const LONGEST_TAG = 16;

/** Sheets with anything in them; those that programs keep from people (`veryHidden`) are left out. */
async function filledSheets(zip: SafeZip, sheets: readonly Sheet[]): Promise<SheetFacts['otherSheets']> {
  const filled: SheetFacts['otherSheets'] = [];
  for (const { name, part, state } of sheets.slice(0, MOST_OTHERS))
    if (state !== 'veryHidden' && zip.has(part) && (await hasContent(zip, part)))
      filled.push({ name, isHidden: state !== 'visible' });
  return filled;
}

async function hasContent(zip: SafeZip, part: string): Promise<boolean> {
  let rest = '';
  for await (const text of utf8Chunks(zip.read(part))) {
    if (CONTENT.test(rest + text)) return true;
    rest = text.slice(-LONGEST_TAG);
  }
  return false;
}

/** The prefix of the relationships namespace is up to the writer, mostly `r`. */
function relationId(attributes: XmlAttributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}

async function readFormats(readXml: ReadXml, part: string | undefined): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formatIds: number[] = [];
  let section = '';
  if (part !== undefined) {
    await readXml(part, {
      open(element, attributes) {
        if (element === 'numFmts' || element === 'cellXfs') section = element;
        if (section === 'numFmts' && element === 'numFmt') {
          codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
        }
        if (section === 'cellXfs' && element === 'xf') {
          formatIds.push(Number(attributes.numFmtId ?? 0));
        }
      },
      close(element) {
        if (element === section) section = '';
      },
    });
  }
  return formatIds.map((id) => cellFormat(id, codes.get(id)));
}

async function readSharedStrings(readXml: ReadXml, part: string | undefined): Promise<SharedStrings> {
  const strings = createSharedStrings();
  if (part === undefined) return strings;
  let value = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(part, {
    open(element) {
      if (element === 'si') value = '';
      else if (element === 'rPh') inPhonetic = true;
      else if (element === 't') inText = !inPhonetic;
    },
    text(text) {
      if (!inText) return;
      value += text;
      if (value.length > MAX_STORED_CHARS) throw cellTooLong();
    },
    close(element) {
      if (element === 't') inText = false;
      else if (element === 'rPh') inPhonetic = false;
      else if (element === 'si') strings.add(decodeCellText(value));
    },
  });
  return strings;
}
