import { isoDateText, numberText } from './cell-values.ts';
import { restoreNeutralised } from './neutralise.ts';
import { readPlainCell } from './plain-cell.ts';
import type { PlainCell } from './plain-cell.ts';
import { cellTooLong, createRowMeter, tooManyColumns } from './row-meter.ts';
import { openSafeZip } from './safe-zip.ts';
import type { SafeZip } from './safe-zip.ts';
import { MAX_CELL_CHARS, MAX_COLUMNS, MAX_STORED_CHARS } from './sheet-limits.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';
import { readWorkbookParts } from './xlsx-parts.ts';
import type { WorkbookParts } from './xlsx-parts.ts';
import { columnIndex, decodeCellText } from './xlsx-text.ts';
import { openXmlParser, utf8Chunks } from './xml-events.ts';
import type { OpenXmlParser, XmlHandlers } from './xml-events.ts';
import { contentText } from './xml-markup.ts';

/**
 * Streams the rows of the first visible sheet of an .xlsx. Rows without content are skipped.
 * Formulas give their last calculated value. Throws SheetError, also after rows were handed out
 * (a damaged end is seen only there).
 */
export async function* readXlsx(
  file: string | Buffer,
  limits: SheetLimits,
): AsyncGenerator<SheetRow> {
  const zip = await openSafeZip(file, limits.maxUncompressedBytes);
  try {
    for await (const rows of readRows(zip, limits)) yield* rows;
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
): AsyncGenerator<SheetRow[]> {
  const parts = await readWorkbookParts(zip, openParser);
  const meter = createRowMeter(limits);
  let rows: SheetRow[] = [];
  const parser = openParser(
    rowHandlers(parts, (row) => {
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
function rowHandlers(parts: WorkbookParts, emit: (row: SheetRow) => void): XmlHandlers {
  let inData = false;
  let isInCell = false;
  let rowNumber = 0;
  let cells: (string | null)[] = [];
  let column = -1;
  let type = '';
  let style = '';
  let value = '';
  let capture = false;
  let inPhonetic = false;
  const plain: PlainCell = { column: 0, type: '', style: '', value: '', end: 0 };

  return {
    shortcut(xml, at) {
      if (!inData || isInCell || inPhonetic || !readPlainCell(xml, at, plain)) return -1;
      column = plain.column;
      const text = contentText(plain.value);
      if (text.length > MAX_STORED_CHARS) throw cellTooLong();
      if (text !== '') placeCell(cells, column, cellValue(parts, plain.type, plain.style, text));
      // As its tags would have left it.
      capture = false;
      value = '';
      return plain.end;
    },
    open(name, attributes) {
      if (name === 'sheetData') inData = true;
      if (!inData) return;
      if (name === 'c') {
        isInCell = true;
        const reference = attributes.r;
        const index = reference === undefined ? -1 : columnIndex(reference);
        column = index === -1 ? column + 1 : index;
        type = attributes.t ?? 'n';
        style = attributes.s ?? '';
        value = '';
      } else if (name === 'v') capture = true;
      else if (name === 't') capture = !inPhonetic;
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 'row') {
        rowNumber = Number(attributes.r) || rowNumber + 1;
        cells = [];
        column = -1;
      }
    },
    text(text) {
      if (!capture) return;
      value += text;
      if (value.length > MAX_STORED_CHARS) throw cellTooLong();
    },
    close(name) {
      if (!inData) return;
      if (name === 'v' || name === 't') capture = false;
      else if (name === 'c') {
        isInCell = false;
        if (value !== '') placeCell(cells, column, cellValue(parts, type, style, value));
        value = '';
      } else if (name === 'rPh') inPhonetic = false;
      else if (name === 'row' && cells.length > 0) emit({ rowNumber, cells });
      else if (name === 'sheetData') inData = false;
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

/** Cell types of ECMA-376 §18.18.11; errors such as `#N/A` are handed on as their text. */
function cellValue(parts: WorkbookParts, type: string, style: string, value: string): string {
  switch (type) {
    case 's':
      return restoreNeutralised(parts.sharedStrings.get(Number(value)) ?? '');
    case 'inlineStr':
    case 'str':
      return restoreNeutralised(decodeCellText(value));
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return value;
    case 'd':
      return isoDateText(value);
    default: {
      const kind = parts.numberKinds[Number(style)] ?? 'number';
      return numberText(value, kind, parts.date1904);
    }
  }
}
