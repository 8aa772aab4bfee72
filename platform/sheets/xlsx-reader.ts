import type { CellNotes, ReadCell } from './cell-note.ts';
import { isoDateText, numberCell, PLAIN_FORMAT } from './cell-values.ts';
import { addMerge, mergeOfRange } from './merged-cells.ts';
import { restoreNeutralised } from './neutralise.ts';
import { readPlainCell } from './plain-cell.ts';
import type { PlainCell } from './plain-cell.ts';
import { cellTooLong, createRowMeter, tooManyColumns } from './row-meter.ts';
import { openSafeZip } from './safe-zip.ts';
import type { SafeZip } from './safe-zip.ts';
import { addHiddenRow, newFacts, type SheetFacts, type SheetLook } from './sheet-facts.ts';
import { MAX_CELL_CHARS, MAX_COLUMNS, MAX_STORED_CHARS } from './sheet-limits.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';
import { readWorkbookParts } from './xlsx-parts.ts';
import type { WorkbookParts } from './xlsx-parts.ts';
import { columnIndex, decodeCellText } from './xlsx-text.ts';
import { openXmlParser, utf8Chunks } from './xml-events.ts';
import type { OpenXmlParser, XmlHandlers } from './xml-events.ts';
import { contentText } from './xml-markup.ts';

/**
 * Streams the rows of a visible sheet of an .xlsx, the first unless `look` names another. Rows without
 * content are skipped. Formulas give their last calculated value. Throws SheetError, also after rows
 * were handed out (a damaged end is seen only there).
 */
export async function* readXlsx(
  file: string | Buffer,
  limits: SheetLimits,
  look: SheetLook = {},
): AsyncGenerator<SheetRow> {
  const zip = await openSafeZip(file, limits.maxUncompressedBytes);
  try {
    for await (const rows of readRows(zip, limits, openXmlParser, look)) yield* rows;
  } finally {
    zip.close();
  }
}

/**
 * The rows of an opened workbook as `readXlsx` has them, as many at once as come with a piece of it.
 * @param openParser what reads the XML of its parts
 */
export async function* readRows(
  zip: SafeZip,
  limits: SheetLimits,
  openParser: OpenXmlParser = openXmlParser,
  { sheet = 0, facts = newFacts() }: SheetLook = {},
): AsyncGenerator<SheetRow[]> {
  const parts = await readWorkbookParts(zip, openParser, sheet);
  facts.sheetName = parts.sheetName;
  facts.otherSheets = parts.otherSheets;
  const meter = createRowMeter(limits);
  let rows: SheetRow[] = [];
  const parser = openParser(
    rowHandlers(parts, facts, (row) => {
      meter.row(row.cells);
      rows.push(row);
    }),
  );
  for await (const text of utf8Chunks(zip.read(parts.sheetPart))) {
    parser.write(text);
    if (rows.length === 0) continue;
    const ready = rows;
    rows = [];
    yield ready;
  }
  parser.close();
  yield rows;
}

/** Turns the XML of a sheet into rows. Rows and cells may omit their reference `r`. */
function rowHandlers(parts: WorkbookParts, facts: SheetFacts, emit: (row: SheetRow) => void): XmlHandlers {
  let inData = false;
  let isInCell = false;
  let rowNumber = 0;
  let isHidden = false;
  let cells: (string | null)[] = [];
  let notes: CellNotes | undefined;
  let column = -1;
  let type = '';
  let style = '';
  let value = '';
  let formula: string | null = null;
  let inFormula = false;
  let capture = false;
  let inPhonetic = false;
  const place = ({ text, note }: ReadCell): void => {
    placeCell(cells, column, text);
    if (note) (notes ??= new Map()).set(column, note);
  };
  const plain: PlainCell = { column: 0, type: '', style: '', value: '', end: 0 };

  return {
    shortcut(xml, at) {
      if (!inData || isInCell || inPhonetic || !readPlainCell(xml, at, plain)) return -1;
      column = plain.column;
      const text = contentText(plain.value);
      if (text.length > MAX_STORED_CHARS) throw cellTooLong();
      if (text !== '') place(readCell(parts, plain.type, plain.style, text));
      // As its tags would have left it.
      capture = false;
      value = '';
      return plain.end;
    },
    open(name, attributes) {
      if (name === 'sheetData') inData = true;
      if (name === 'mergeCell' && !inData) {
        const merged = mergeOfRange(attributes.ref ?? '');
        if (merged) addMerge(facts.merges, merged);
      }
      if (!inData) return;
      if (name === 'c') {
        isInCell = true;
        const reference = attributes.r;
        const index = reference === undefined ? -1 : columnIndex(reference);
        column = index === -1 ? column + 1 : index;
        type = attributes.t ?? 'n';
        style = attributes.s ?? '';
        value = '';
        formula = null;
      } else if (name === 'v') capture = true;
      else if (name === 'f') {
        inFormula = true;
        formula = '';
      } else if (name === 't') capture = !inPhonetic;
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 'row') {
        rowNumber = Number(attributes.r) || rowNumber + 1;
        isHidden = /^(?:1|true)$/.test(attributes.hidden ?? '');
        cells = [];
        notes = undefined;
        column = -1;
      }
    },
    text(text) {
      if (inFormula) formula = `${formula ?? ''}${text}`.slice(0, MAX_CELL_CHARS - 1);
      if (!capture) return;
      value += text;
      if (value.length > MAX_STORED_CHARS) throw cellTooLong();
    },
    close(name) {
      if (!inData) return;
      if (name === 'v' || name === 't') capture = false;
      else if (name === 'f') inFormula = false;
      else if (name === 'c') {
        isInCell = false;
        if (formula !== null && !isCalculated(parts, type, value))
          place({ text: `=${formula}`, note: { kind: 'formula' } });
        else if (value !== '') place(readCell(parts, type, style, value));
        value = '';
        formula = null;
      } else if (name === 'rPh') inPhonetic = false;
      else if (name === 'row' && cells.length > 0) {
        if (isHidden) addHiddenRow(facts, rowNumber);
        emit({ rowNumber, cells, ...(notes ? { notes } : {}) });
      } else if (name === 'sheetData') inData = false;
    },
  };
}

function placeCell(cells: (string | null)[], column: number, text: string): void {
  if (text === '') return;
  if (text.length > MAX_CELL_CHARS) throw cellTooLong();
  if (column >= MAX_COLUMNS) throw tooManyColumns();
  while (cells.length < column) cells.push(null);
  cells[column] = text;
}

/**
 * Whether a formula has a value of its own. Libraries write formulas without one, or with a 0 that the
 * workbook is to replace when a program opens it; the empty text that a formula gives is one.
 */
const isCalculated = ({ isStale }: WorkbookParts, type: string, value: string): boolean =>
  value === '' ? type === 'str' : !(isStale && value === '0');

/** Cell types of ECMA-376 §18.18.11. */
function readCell(parts: WorkbookParts, type: string, style: string, value: string): ReadCell {
  switch (type) {
    case 's':
      return { text: restoreNeutralised(parts.sharedStrings.get(Number(value)) ?? '') };
    case 'inlineStr':
    case 'str':
      return { text: restoreNeutralised(decodeCellText(value)) };
    case 'b':
      return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: value, note: { kind: 'error' } };
    case 'd':
      return { text: isoDateText(value), note: { kind: 'day' } };
    default:
      return numberCell(value, parts.formats[Number(style)] ?? PLAIN_FORMAT, parts.date1904);
  }
}
