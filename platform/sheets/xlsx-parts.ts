import { posix } from 'node:path';
import { numberKind } from './cell-values.ts';
import type { NumberKind } from './cell-values.ts';
import { cellTooLong } from './row-meter.ts';
import type { SafeZip } from './safe-zip.ts';
import { createSharedStrings } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SheetError } from './sheet-error.ts';
import { MAX_STORED_CHARS } from './sheet-limits.ts';
import { decodeCellText } from './xlsx-text.ts';
import { parseXml } from './xml-events.ts';
import type { OpenXmlParser, XmlAttributes, XmlHandlers } from './xml-events.ts';

/** What reading the rows of the first visible sheet needs from the rest of the workbook. */
export type WorkbookParts = {
  sheetPart: string;
  date1904: boolean;
  /** By cell format number (`s`). */
  numberKinds: NumberKind[];
  sharedStrings: SharedStrings;
};

/** Feeds a part to a parser. */
type ReadXml = (part: string, handlers: XmlHandlers) => Promise<void>;

type Relation = { id: string; type: string; target: string };

export async function readWorkbookParts(
  zip: SafeZip,
  openParser: OpenXmlParser,
): Promise<WorkbookParts> {
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
  const workbook = await readWorkbook(zip, readXml, { part: workbookPart, relations });
  const part = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return target !== undefined && zip.has(target) ? target : undefined;
  };
  return {
    ...workbook,
    numberKinds: await readNumberKinds(readXml, part('styles')),
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

async function readWorkbook(
  zip: SafeZip,
  readXml: ReadXml,
  { part, relations }: { part: string; relations: readonly Relation[] },
): Promise<{ sheetPart: string; date1904: boolean }> {
  let date1904 = false;
  let sheetPart: string | undefined;
  await readXml(part, {
    open(element, attributes) {
      if (element === 'workbookPr') date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet' || sheetPart !== undefined) return;
      if ((attributes.state ?? 'visible') !== 'visible') return;
      const id = relationId(attributes);
      sheetPart = relations.find(
        (relation) => relation.id === id && relation.type === 'worksheet',
      )?.target;
    },
    close() {},
  });
  if (sheetPart === undefined || !zip.has(sheetPart)) {
    throw new SheetError('empty', '文件中没有可读取的工作表');
  }
  return { sheetPart, date1904 };
}

/** The prefix of the relationships namespace is up to the writer, mostly `r`. */
function relationId(attributes: XmlAttributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}

async function readNumberKinds(readXml: ReadXml, part: string | undefined): Promise<NumberKind[]> {
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
  return formatIds.map((id) => numberKind(id, codes.get(id)));
}

async function readSharedStrings(
  readXml: ReadXml,
  part: string | undefined,
): Promise<SharedStrings> {
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
